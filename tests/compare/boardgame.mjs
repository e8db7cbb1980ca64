// boardgame.io: its server with its in-memory storage, and its client over a WebSocket.
import { createRequire } from 'node:module';
import { isOver, wins } from './rules.mjs';

// Its bundles for Node are CommonJS.
const require = createRequire(import.meta.url);

const game = {
  name: 'tic-tac-toe',
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return 'INVALID_MOVE';
      G.cells[cell] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    if (isOver(G.cells, null)) return { winner: wins(G.cells, ctx.currentPlayer) ? ctx.currentPlayer : null };
  },
};

export async function serve() {
  const { Server } = require('boardgame.io/server');
  const server = Server({ games: [game], origins: ['*'], apiOrigins: ['*'] });
  const { appServer } = await server.run(0);
  return appServer.address().port;
}

export function players(address) {
  const { Client } = require('boardgame.io/client');
  const { SocketIO } = require('boardgame.io/multiplayer');
  return async function playOut(name) {
    let moves = 0;
    let clients = [];
    await new Promise((resolve) => {
      clients = ['0', '1'].map((playerID) => {
        const socketOpts = { transports: ['websocket'], forceNew: true };
        const multiplayer = SocketIO({ server: address, socketOpts });
        return new Client({ game, multiplayer, matchID: name, playerID, debug: false });
      });
      clients.forEach((client, seat) => {
        let done = -1;
        client.subscribe((state) => {
          if (!state || state.ctx.turn <= done) return;
          if (state.ctx.gameover) {
            // The player who did not move has received the last move.
            if (state.ctx.currentPlayer !== String(seat)) resolve();
          } else if (state.ctx.currentPlayer === String(seat)) {
            done = state.ctx.turn;
            moves += 1;
            client.moves.mark(state.G.cells.indexOf(null));
          }
        });
      });
      // The first one opens the match; two at once would open it twice.
      const opened = clients[0].subscribe((state) => {
        if (!state) return;
        opened();
        clients[1].start();
      });
      clients[0].start();
    });
    clients.forEach((client) => client.stop());
    return moves;
  };
}
