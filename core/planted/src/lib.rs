//! Bugs that the simulator has to find, and the one switch behind which they stand in the shipped code.
//!
//! A mistake of the kind that engineers make stands where it would be made, behind `planted(Bug::...)`. Without the
//! feature `plant` that is a constant `false` and the compiler leaves the mistake out: the server is built so. The
//! simulator turns the feature on and plants one bug at a time, in the thread that lives the life.

/// Declare the bugs: a name, and what is wrong. Those at the door only callers over a network can meet.
macro_rules! bugs {
    (within { $($name:ident = $about:literal,)+ } at_the_door { $($outer:ident = $of_outer:literal,)+ }) => {
        /// A bug that can be planted.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum Bug {
            $(#[doc = $about] $name,)+
            $(#[doc = $of_outer] $outer,)+
        }

        impl Bug {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name,)+ $(Self::$outer,)+];

            /// What is wrong.
            pub const fn about(self) -> &'static str {
                match self {
                    $(Self::$name => $about,)+
                    $(Self::$outer => $of_outer,)+
                }
            }

            /// Whether it is where only callers over a network come by.
            pub const fn is_at_the_door(self) -> bool {
                match self {
                    $(Self::$name => false,)+
                    $(Self::$outer => true,)+
                }
            }
        }
    };
}

bugs! {
    within {
        // The operator's hands.
        VoidRefundsTwice = "A voided table gives one stake back twice, and another never.",
        FrozenTokensCount = "The sessions of a frozen account still count.",
        MuteNeverEnds = "Who was muted for a time stays muted.",
        ErasureKeepsTheHandle = "An erasure leaves the handle of a member who has a referral code.",
        AdjustmentGoesTheOtherWay = "Chips that the operator gives are taken, and the other way round.",
        // Who may do what.
        HostDeclines = "The host can decline the invitation that he sent.",
        PausedMemberJoins = "A pause does not keep a member from sitting down at a table.",
        PausedMemberDuels = "A pause does not keep a member from a challenge.",
        InvitedMemberPosts = "Whoever a seat is kept for writes in the chat before he has taken it.",
        SpectatorReadsNoChat = "The chat of a public table is refused to members who do not sit there.",
        ArchivedChatIsPublic = "The chat of an archived table can be read by any member.",
        PrivateTableEndsOpen = "A private table can be read by anybody once it is settled.",
        InvitedMemberIsForgotten = "A private table that was cancelled is kept from the member whom it was for.",
        DailyTableIsSeen = "Others can look at a deal of the day that is over while its seed is sealed.",
        SeatOpensOtherTables = "A seat credential opens the same seat of any table.",
        DelegatedOwnerForfeits = "An owner can give up a seat that somebody else plays for him.",
        AnybodyRevokes = "Any member can take back a grant of whose id he knows.",
        GrantIsClaimedTwice = "A claim token that was used is good for another reference, too.",
        WaitingSeatIsGranted = "A seat can be handed out before the match has begun.",
        LogoutKeepsGrants = "A logout leaves the seats delegated that the member handed out.",
        RotationKeepsSessions = "Sessions go on after the recovery code was replaced.",
        EndedGrantCounts = "A credential of a seat that was taken back still counts.",
        ExpiredSessionCounts = "A token counts after its thirty days.",
        MemberSetsVisibility = "Any member of a party can change who may join it.",
        PrivatePartyIsJoined = "A private party can be joined.",
        InvitationLastsAMoment = "An invitation still opens in the millisecond in which it expires.",
        AgentIsChallenged = "An agent can be challenged that accepts no challenges.",
        OwnAgentIsChallenged = "Two agents of one member can duel.",
        RematchByAnyone = "Naming the last duel spares its challenger the cooldown, too.",
        TwoRehearsals = "A member can have two self-checks at once.",
        IdentityChangesHands = "An identity that is somebody else's can be linked.",
        LinkStateIsUsedTwice = "The state of a link is good for a second one.",
        ProofFromTheFuture = "A proof of the messenger may be dated at will ahead of the clock.",
        BrowserIsTakenOver = "A browser of another member moves without its keys.",
        AnybodyUnsubscribes = "Any member can unsubscribe a browser whose endpoint he knows.",
        ErasedHandleIsFreeSoon = "The handle of an erased member can be taken a day too soon.",
        UnknownHandleIsTold = "A login with a handle that nobody has is refused with other words.",
        // What answers say.
        GrantSeemsReady = "A delegated seat is told as one that nobody has claimed.",
        VacantSeatsAreFilled = "The list of open tables counts all seats as filled.",
        AlwaysYourTurn = "The list of one's tables says of each that is played that it is one's turn.",
        DailyInvitationsAreHidden = "Invitations to tables at the daily pace are on no list.",
        OpponentsAreCutShort = "A history names one opponent of several.",
        SplitHasAWinner = "The first of several equal winners is named on the end card.",
        HouseIsOfNoRoster = "Tables with the house count for the members alone.",
        ReignOutlivesADraw = "A draw does not end a reign.",
        DrawCountsAsReaching = "A draw moves the time at which a member reached his place.",
        OmittedBioIsCleared = "An edit of the profile clears a bio that it leaves out.",
        MessengerIsAlwaysShown = "The public card shows a username that its member has not opened.",
        CursorCountsRows = "The next cursor of a chat is the old one and the number of messages.",
        NonceIsToldToAll = "A nonce is echoed to others than its sender.",
        PartySeatIsZero = "Messages of a party come from seat 0, whoever wrote them.",
        StandingByWins = "The standing of a party is sorted by wins.",
        PromptIsShown = "The roster shows the prompts of other members.",
        RenameIsANewVersion = "Another spelling of the name makes a new version of an agent.",
        ChallengesAreAcceptedAgain = "An update that does not say otherwise opens an agent to challenges.",
        FallbacksAreNotCounted = "Decisions that a prompt agent did not make count as its own.",
        NetOfTheFirstSeat = "The net of a duel counts what the first seat won in each leg.",
        ErasedMemberOnTheBoard = "The board of the day names erased members by their shells.",
        MorePliesFirst = "On the board of the day more plies come before fewer.",
        TiesByHandle = "Members with equal chips are ranked by their handles alone.",
        TestAccountIsRanked = "Test accounts are on the leaderboard.",
        TestTableIsListed = "Tables of test accounts are on the public lists.",
        HistoryRepeatsARow = "A page of the history begins with the row at which the one before ended.",
        LedgerRepeatsARow = "A short page of the ledger begins with the row of its cursor.",
        TiesAreCut = "A page of the history ends between rows of one millisecond.",
        OneMoreRemains = "What is left of a limit is told as one more.",
        // Time.
        TurnEndsLate = "A turn lasts a millisecond longer than it should.",
        TurnGoesOn = "A seat that moves again does not begin a new turn.",
        BankPaysWholeTurns = "The whole of a turn comes out of the bank once it is too long.",
        DailyTableOutlivesItsDay = "A turn at a deal of the day may end after midnight.",
        ArchivedEarly = "A settled table is archived a second early.",
        InvitedTableWaitsBriefly = "A table with a seat that is kept waits no longer than an open one.",
        PracticeTokenIsProlonged = "A guest who asks again has two more hours.",
        ReferenceIsForgottenEarly = "A reference is forgotten after 23 hours.",
        SignupIsToldForEver = "A signup is answered again after its day is over.",
        PauseIsShortened = "A shorter pause takes the place of a longer one.",
        RefillByLocalDay = "The day of a refill begins an hour early.",
        RetryTooSoon = "A refused caller is told to come back a second too soon.",
        ReminderAtHalfTime = "A reminder of a turn is sent at the half of it.",
        RetryAfterIsIgnored = "A push service that asks for more time does not get it.",
        // Limits.
        OneRequestTooMany = "A window takes one request more than its limit.",
        FailedLoginsStay = "Wrong recovery codes are never forgotten.",
        UnknownHandleIsFree = "A login with a handle that nobody has does not count as a wrong one.",
        DailyTableIsCounted = "The deal of the day counts among the active tables.",
        OneTableTooMany = "A member can have one active table more than the limit.",
        EndedPracticeIsCounted = "Practice tables that are over still count for their address.",
        EveryPartyIsCounted = "Parties of others count for the limit of one's own.",
        DuelIsCountedTwice = "A challenge counts twice for its hour.",
        GuestPlacesLeak = "Places of guests' polls are not given back.",
        HangupKeepsItsPlace = "A caller who hangs up keeps his place among the parked.",
        OneTryTooMany = "A notice is tried six times.",
        ReferralCapIsOneMore = "One invitee more than the cap is rewarded.",
        EveryFifthTableIsRewarded = "A referral is rewarded at every fifth table of the invitee.",
        // Chips.
        HostIsRefunded = "The stake of a member who leaves a waiting table goes to its host.",
        RakeRoundsUp = "A fraction of a chip of the rake is the house's.",
        UncalledChipsAreRaked = "Chips that were in no pot are raked, too.",
        HouseTablesAreRaked = "Tables with the house are raked.",
        RefillForgetsTables = "Chips at tables do not count for the floor.",
        PurseForgetsStakes = "What a member has at stake against the house does not count for its purse.",
        ChallengerGetsAllBack = "The stakes of legs that are not played go back to the challenger.",
        PracticeReferenceIsForgotten = "The reference of a practice table is not remembered.",
        FingerprintIsIgnored = "A reference that stands for another request is answered all the same.",
        InFlightIsAnswered = "A reference is answered again before its effect is durable.",
        // Rules of games.
        ShuffleMovesAll = "No card stays where it was in a shuffle.",
        OddChipToTheLast = "The odd chips of a pot go to the winners in the wrong order.",
        SidePotForAll = "A seat that is all-in wins side pots, too.",
        ShortRaiseCounts = "An all-in of less than a full raise lowers the least raise.",
        BigBlindHasNoOption = "The big blind does not act when everybody has called it.",
        SealedBoardIsShown = "Under seal the cards are shown that would have come.",
        TensPay = "A pair of tens pays at video poker.",
        ZeroIsEven = "A bet on even wins when zero comes.",
        CommissionRoundsDown = "The odd chip of a bet on the banker is the player's.",
        BankerDrawsToSix = "The banker draws with 6 against a third card that counts 5.",
        BlackjackRoundsUp = "A blackjack on an odd bet pays the half chip.",
        DealerHitsSoft17 = "The dealer draws to a 17 with an ace that counts 11.",
        ChallengeNeedsOneMore = "A challenged bid must be beaten to hold.",
        WinnerOpens = "The winner of a challenge opens the next round.",
        PairEndsTheTurn = "Whoever finds a pair has no further turn.",
        TenThrows = "A match may have ten throws.",
        HitShootsAgain = "A hit gives another shot.",
        FirstOpeningExplodes = "The first opening may hit a mine.",
        LineOfTheOther = "After a disc the lines of the seat that is next are looked for.",
        SweptStonesAreLost = "The stones that are left on a side at the end count for nobody.",
        PassesStay = "Whoever has passed stays out until the trick is over.",
        TwoIsBeaten = "A two does not end a trick.",
        VicesAtThree = "There are vices at a table of three.",
        LeadByPips = "The tile with most pips leads before the highest double.",
        OddChipFromSeatZero = "Odd chips of a blocked round go in the order of the seats.",
        // Secrets.
        SealedEndShowsAll = "The end of a sealed table shows what stayed hidden.",
        SealLiftsWithTheFirstLeg = "A leg's deal is open while its twin is still to be played.",
        LegsHaveTheirOwnDeals = "The second leg of a pair has another deal than the first.",
        GroupIsGreeted = "The bot answers in groups.",
        ErasedMemberStaysInParties = "An erased member stays in the parties that he was in.",
        // Storage and recovery.
        ClockIsNotWritten = "The moment of a batch is not stored with it.",
        DestroyedKeyStays = "The key of an erased member stays in its file.",
        ErasuresAreNotResumed = "A member who was stopped in leaving his tables stays there after a restart.",
        NoticesAreNotResumed = "Notices that were on their way are lost with the process.",
        DuelsAreNotResumed = "Duels stand still after a restart.",
        ArchiveLosesTheFirstMessage = "The oldest message of a table does not go into its archive.",
        // The loop and those who wait.
        ChatWakesNobody = "A parked reader of a table is not woken by what is said there.",
        OneEventWakesNobody = "A parked reader is woken by the second event.",
        PartyTableWakesNobody = "A party that points at another table wakes nobody.",
        LogoutLeavesPolls = "Parked polls of a member outlive his session.",
        DelegatedOwnerIsCalled = "A member is notified of a turn that somebody else plays for him.",
        HostIsNotTold = "The host does not hear that his invitation was declined.",
        CallsOfTicksAreLost = "Calls that are made when something is due do not leave.",
        OneTickARound = "Of what is due a round does one step.",
        FullRoundIsForgotten = "A round that has no room for the next batch is not written.",
        FirstBatchIsNamed = "The core hears of the first batch of a round alone that it is durable.",
    }
    at_the_door {
        HangupIsForgotten = "The loop does not hear that a caller has hung up.",
        ClockStandsStill = "Time stands still until a wall clock that was set back has caught up.",
        RetryAfterIsMissing = "An answer of 503 does not say when to come back.",
        ChallengeIsMissing = "A 401 names no scheme.",
        TagOfTheLength = "The tag of an answer is made of its length.",
        ReplayIsNotSaid = "An answer that is given again does not say so.",
        SealedReplayIsKept = "A sealed replay may be kept for ever.",
        SeatCookieForAllPaths = "A browser sends the cookie of a seat with all paths.",
        ForbiddenIsMissing = "What is forbidden is answered with 404.",
        AllowIsMissing = "A 405 does not say which methods a path has.",
        BadRequestsAreFree = "A request that cannot be read does not count.",
        TwoAuthorizationsAreRead = "Of two Authorization fields the first counts.",
        SeatCookieAtAnyTable = "The cookie of a seat counts at any table.",
        ForeignPageChanges = "A page of somebody else may change things with a browser's cookie.",
        ForeignPageSignsIn = "A page of somebody else may sign its visitor in.",
        RequestIdIsOwn = "The name that a caller gave a request is not repeated.",
        ChunkedBodyHasNoBound = "A body without an announced length may have any.",
        KeyTwiceIsTaken = "Of a key that comes twice in a body the last counts.",
    }
}

/// Whether the shipped code is to make this mistake here: never, as there is nothing that could plant it.
#[cfg(not(feature = "plant"))]
#[inline(always)]
pub const fn planted(_bug: Bug) -> bool {
    false
}

#[cfg(feature = "plant")]
mod plant;
#[cfg(feature = "plant")]
pub use plant::{Planted, is_planted, plant, planted};
