/**
 * `npm run demo`: fills a data folder with believable interactions of fictional users and serves it. A folder
 * that already has data is served as it is.
 */
import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { APPLICATIONS } from '@parley/sample/applications';
import { generate } from '@parley/sample/generate';
import { scoresOf } from '@parley/sample/scores';
import { type MadeApplication, makeApplications } from './demo/owner.ts';
import { send, sendScores } from './demo/send.ts';
import { drained, type Parley, startParley } from './demo/start-parley.ts';
import { readFlags } from './read-flags.ts';

const LOGIN = { email: 'demo@example.com', password: 'demo-password' };

const values = readFlags({
  data: { type: 'string', default: './data-demo' },
  port: { type: 'string', default: '4780' },
  days: { type: 'string', default: '28' },
  interactions: { type: 'string', default: '3000' },
  seed: { type: 'string', default: '1' },
  serve: { type: 'boolean', default: true },
});
const options = {
  data: resolve(values.data),
  days: positive(values.days, 'days'),
  interactions: positive(values.interactions, 'interactions'),
  seed: positive(values.seed, 'seed'),
};

const filled = existsSync(options.data) && readdirSync(options.data).length > 0;
const parley = await startParley({ data: options.data, port: values.port, ...LOGIN });
if (filled) tell(`${options.data} has data already and is served as it is; delete it to fill it anew.`);
else await fill(parley).catch(giveUp);
console.log(`\nSign in as ${LOGIN.email} with ${LOGIN.password}`);
if (values.serve) console.log(`Parley listens on ${parley.url}`);
else parley.stop();
process.exitCode = await parley.ended;

async function fill({ url }: Parley): Promise<void> {
  const posts = generate({ ...options, until: Date.now() });
  const applications = await makeApplications(
    url,
    LOGIN,
    APPLICATIONS.map(({ name }) => name),
  );
  const keys = new Map(applications.map((application) => [application.name, application.keys]));
  const keysOf = (name: string) => keys.get(name) ?? { appKey: '', apiKey: '' };
  await send(url, posts, keysOf, (sent) => {
    if (sent % 250 === 0 || sent === posts.length) tell(`${sent} of ${posts.length} payloads posted`);
  });
  await sendScores(url, scoresOf(posts, options.seed, Date.now()), keysOf);
  let told = Number.POSITIVE_INFINITY;
  await drained(url, (waiting) => {
    if (waiting < told) tell(`${waiting} wait for the store`);
    told = Math.min(told, waiting);
  });
  for (const application of applications) console.log(described(application));
}

async function giveUp(error: unknown): Promise<never> {
  const reason = error instanceof Error ? error.message : String(error);
  tell(`${options.data} could not be filled: ${reason}\nDelete it and try again.`);
  parley.stop();
  await parley.ended;
  process.exit(1);
}

function described({ id, name, keys, token }: MadeApplication): string {
  return `${name}\n  id       ${id}\n  appKey   ${keys.appKey}\n  apiKey   ${keys.apiKey}\n  read     ${token}`;
}

/** Progress goes to stderr, where logs go. */
function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}

function positive(text: string, name: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  console.error(`--${name} must be a whole number above 0, not "${text}".`);
  process.exit(1);
}
