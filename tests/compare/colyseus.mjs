// Colyseus: a room with a schema, sent to both players after each move, and its client over a WebSocket.
import { isOver } from './rules.mjs';

const FREE = '-';

export async function serve() {
  const { Room, Server } = await import('@colyseus/core');
  const { WebSocketTransport } = await import('@colyseus/ws-transport');
  const { schema, t } = await import('@colyseus/schema');
  const State = schema({ cells: t.string(), turn: t.number(), over: t.boolean() });
  class TicTacToe extends Room {
    maxClients = 2;
    patchRate = null;
    onCreate() {
      this.setState(new State());
      this.state.cells = FREE.repeat(9);
      this.state.turn = 0;
      this.state.over = false;
      this.seats = [];
      this.onMessage('mark', (client, cell) => {
        const { cells, turn, over } = this.state;
        const seat = String(turn % 2);
        if (over || this.seats[turn % 2] !== client.sessionId || cells[cell] !== FREE) return;
        this.state.cells = cells.slice(0, cell) + seat + cells.slice(cell + 1);
        this.state.over = isOver([...this.state.cells], FREE);
        this.state.turn = turn + 1;
        this.broadcastPatch();
      });
    }
    onJoin(client) {
      this.seats.push(client.sessionId);
    }
  }
  const transport = new WebSocketTransport();
  const server = new Server({ transport, greet: false });
  server.define('tic-tac-toe', TicTacToe);
  await server.listen(0, '127.0.0.1');
  return transport.server.address().port;
}

export async function players(address) {
  const { Client } = await import('@colyseus/sdk');
  const client = new Client(address);
  return async function playOut() {
    const first = await client.create('tic-tac-toe');
    const rooms = [first, await client.joinById(first.roomId)];
    let moves = 0;
    await new Promise((resolve) => {
      rooms.forEach((room, seat) => {
        let done = -1;
        const look = ({ cells, turn, over }) => {
          // The player who did not move has received the last move.
          if (over && turn % 2 === seat) return resolve();
          if (over || cells?.length !== 9 || turn % 2 !== seat || turn === done) return;
          done = turn;
          moves += 1;
          room.send('mark', cells.indexOf(FREE));
        };
        room.onStateChange(look);
        // The first state may have come before.
        look(room.state);
      });
    });
    await Promise.all(rooms.map((room) => room.leave()));
    return moves;
  };
}
