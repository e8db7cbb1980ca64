// Turnstone: the binary, each move synced to disk before it is answered, and HTTP with a long-poll for each player.
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, noDelay: true });

function call(address, method, path, token, body) {
  return new Promise((resolve, reject) => {
    const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(body && { 'content-type': 'application/json' }) };
    const sent = request(address + path, { method, agent, headers }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => {
        const text = Buffer.concat(parts).toString();
        if (response.statusCode >= 300) reject(new Error(`${method} ${path}: ${response.statusCode} ${text}`));
        else resolve(JSON.parse(text));
      });
    });
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  });
}

export async function players(address, inviteCode, name) {
  const post = (path, token, body) => call(address, 'POST', path, token, body);
  const tokens = await Promise.all(
    ['a', 'b'].map(async (seat) => {
      const handle = `${name}-${seat}`;
      const { recoveryCode } = await post('/api/join', null, { inviteCode, handle, clientRef: randomUUID() });
      return (await post('/api/token', null, { handle, recoveryCode })).token;
    }),
  );
  return async function playOut() {
    const wanted = { kind: 'tic-tac-toe-vs-house', open: true, stake: 1, visibility: 'unlisted' };
    const { tableId } = await post('/api/tables', tokens[0], wanted);
    const path = `/api/tables/${tableId}`;
    await post(`${path}/join`, tokens[1], {});
    let moves = 0;
    const play = async (token) => {
      let table = await call(address, 'GET', `${path}?events_since=0`, token);
      while (!table.state.terminal) {
        if (table.state.yourTurn) {
          moves += 1;
          const action = { action: table.state.legalActions[0], eventsSince: table.state.eventsAt };
          ({ table } = await post(`${path}/action`, token, action));
        } else {
          table = await call(address, 'GET', `${path}?wait=50&events_since=${table.state.eventsAt}`, token);
        }
      }
    };
    await Promise.all(tokens.map(play));
    return moves;
  };
}
