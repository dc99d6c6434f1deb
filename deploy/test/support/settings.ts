/** Compares settings of Parley, wherever they are written, with those that it has. */
import assert from 'node:assert/strict';
import { type Config, OPTIONS, readConfig } from '../../../server/src/config.ts';

const INITIAL = ['EMAIL', 'PASSWORD', 'APP_NAME', 'APP_KEY', 'API_KEY', 'READ_TOKEN'];

/** Every variable that `server/src/config.ts` reads. */
export const VARIABLES = new Set<string>([
  ...Object.values(OPTIONS).map(({ env }) => env),
  ...INITIAL.map((name) => `PARLEY_INIT_${name}`),
]);

/** A server stops within its grace period and five seconds more. */
const STOP_SECONDS = 5;

/** What Parley makes of an environment; fails on a name that it does not know and on a value it does not take. */
export function configFrom(environment: Record<string, string | number | null>): Config {
  const set = Object.entries(environment).filter(([, value]) => value !== null);
  for (const name of Object.keys(environment)) assert.ok(VARIABLES.has(name), `Parley knows no ${name}`);
  return readConfig([], Object.fromEntries(set.map(([name, value]) => [name, String(value)])));
}

/** The seconds that have to pass between the signal to stop and the end by force. */
export function secondsToStop({ stopDelay, grace }: Config): number {
  return stopDelay + grace + STOP_SECONDS;
}
