// Plays any kind of table by asking a model behind a chat-completions endpoint in OpenAI's form:
//
//   node dist/examples/model-bot.js ADDRESS [KIND]
//
// MODEL_URL is the full URL of the endpoint, for example http://127.0.0.1:11434/v1/chat/completions; MODEL_NAME and
// MODEL_KEY are its model and key. The model's answer must be the number of a legal action; otherwise the bot picks a
// random one and counts it. Actions are numbered from 1, as the server does for its own agents.
import { Client, type Action, type Turn, type api } from '@turnstone-games/client';

const [address, kind = 'tic-tac-toe-vs-house'] = process.argv.slice(2);
if (!address) {
  console.error('usage: node dist/examples/model-bot.js ADDRESS [KIND]');
  process.exit(2);
}
const { MODEL_URL = '', MODEL_NAME = '', MODEL_KEY = '' } = process.env;

async function rules(): Promise<string> {
  const told = (await (await fetch(`${address}/rules.json`)).json()) as api.Games;
  return told.games.find((game) => game.kind === kind)?.rules ?? '';
}

async function ask(system: string, question: string): Promise<string> {
  const messages = [
    { role: 'system', content: system },
    { role: 'user', content: question },
  ];
  const answer = await fetch(MODEL_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${MODEL_KEY}` },
    body: JSON.stringify({ model: MODEL_NAME, messages }),
    signal: AbortSignal.timeout(60_000),
  });
  const told = (await answer.json()) as { choices?: { message?: { content?: string } }[] };
  return told.choices?.[0]?.message?.content ?? '';
}

/** The action that the model chooses, or undefined. */
async function choose(system: string, { seat, view, legal, events }: Turn): Promise<Action | undefined> {
  const news = events.map(({ label, type }) => label ?? type).join('; ');
  const actions = legal.map((action, number) => `${number + 1}: ${JSON.stringify(action)}`).join('\n');
  const question = `You have seat ${seat}.\nNews: ${news}\nWhat you see: ${JSON.stringify(view)}\nActions:\n${actions}`;
  try {
    const number = /\d+/.exec(await ask(system, question))?.[0];
    return number === undefined ? undefined : legal[Number(number) - 1];
  } catch (error) {
    console.error(`the model does not answer: ${error}`);
    return undefined;
  }
}

const task = 'You play a game. Answer with the number of the action that you choose, and nothing else.';
const system = `${task}\n\n${await rules()}`;
const table = await new Client(address).practice(kind as api.TableKind);
let byChance = 0;
for await (const turn of table.turns()) {
  const action = await choose(system, turn);
  if (action === undefined) byChance += 1;
  await turn.act(action ?? turn.legal[Math.floor(Math.random() * turn.legal.length)]!);
}
console.log(`${kind}: the score is ${table.score}, ${byChance} by chance`);
