// Types of the API for the pages' scripts: the schemas of /openapi.json, from which api.d.ts is generated.
import type { components } from './api';

type Schemas = components['schemas'];

declare global {
  namespace Api {
    /** One element of `legalActions`. */
    type Action = { type: string; [member: string]: any };
    /** The part of a view that every game has; the rest is specific to the game. */
    type GameView = { game: string; phase: string; toAct: number[]; seats: any[]; [member: string]: any };
    type TableState = Omit<Schemas['TableView']['state'], 'view' | 'legalActions'> & {
      view: GameView | null;
      legalActions: Action[];
    };
    type TableView = Omit<Schemas['TableView'], 'state'> & { state: TableState };
    type Error = Schemas['Error'];
    type SeatView = Schemas['SeatView'];
    type GameEvent = Omit<Schemas['GameEvent'], 'data'> & { data?: any };
    type OutcomeEntry = Schemas['OutcomeEntry'];
    type Message = Schemas['Message'];
    type EndCard = Schemas['EndCard'];
    /** One step of a replay: the seat's view, and the events that led there. */
    type ReplayStep = { view: GameView; events: GameEvent[] };
    type Replay = Omit<Schemas['Replay'], 'steps'> & { steps?: ReplayStep[] };
    type GameKind = Schemas['GameKind'];
    type HouseLevel = Schemas['HouseLevel'];
    type PartyView = Schemas['PartyView'];
    type PartyTable = Schemas['PartyTable'];
    type PartyInvitation = Schemas['PartyInvitation'];
    type PlayerResponse = Schemas['PlayerResponse'];
    type PlayingTable = Schemas['PlayingTable'];
    type OpenTable = Schemas['OpenTable'];
    type MeResponse = Schemas['MeResponse'];
    type MyTable = Schemas['MyTable'];
    type MyInvitations = Schemas['MyInvitations'];
    type Invitation = Schemas['Invitation'];
    type Hand = Schemas['Hand'];
    type LedgerEntry = Schemas['LedgerEntry'];
    type Ticket = Schemas['Ticket'];
    type QueueLength = Schemas['QueueLength'];
    type QueueLengths = Schemas['QueueLengths'];
    type Ratings = Schemas['Ratings'];
    type RatedRow = Schemas['RatedRow'];
    type Leaderboard = Schemas['Leaderboard'];
    type DailyBoardResponse = Schemas['DailyBoardResponse'];
    type Profile = Schemas['Profile'];
    type Referral = Schemas['Referral'];
    type PauseState = Schemas['PauseState'];
    type Roster = Schemas['Roster'];
    type RosterAgent = Schemas['RosterAgent'];
    type Duel = Schemas['Duel'];
    type ChallengeResponse = Schemas['ChallengeResponse'];
    type SelfCheckResponse = Schemas['SelfCheckResponse'];
  }
}
