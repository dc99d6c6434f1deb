/** Compares settings written in deployment files with those of the server. */
import assert from 'node:assert/strict';
import { type Config, OPTIONS, readConfig } from '../../../server/src/config.ts';

const INITIAL = ['EMAIL', 'PASSWORD', 'APP_NAME', 'APP_KEY', 'API_KEY', 'READ_TOKEN'];

/** Every variable read by `server/src/config.ts`. */
export const VARIABLES = new Set<string>([
  ...Object.values(OPTIONS).map(({ env }) => env),
  ...INITIAL.map((name) => `PARLEY_INIT_${name}`),
]);

/** A server stops within its grace period plus five seconds. */
const STOP_SECONDS = 5;

/** Parses an environment as the server does; fails on an unknown name or an invalid value. */
export function configFrom(environment: Record<string, string | number | null>): Config {
  const set = Object.entries(environment).filter(([, value]) => value !== null);
  for (const name of Object.keys(environment)) assert.ok(VARIABLES.has(name), `unknown setting ${name}`);
  return readConfig([], Object.fromEntries(set.map(([name, value]) => [name, String(value)])));
}

/** Seconds that a supervisor must wait between SIGTERM and SIGKILL. */
export function secondsToStop({ stopDelay, grace }: Config): number {
  return stopDelay + grace + STOP_SECONDS;
}
