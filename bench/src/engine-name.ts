import { engineModule } from '../../server/src/engine/engine-command.ts';

/** The engine of this run; figures of one say little about another. */
export function engineName(): 'native' | 'wasm' | 'server' {
  if (process.env.PARLEY_CLICKHOUSE_URL) return 'server';
  return engineModule() === 'native' ? 'native' : 'wasm';
}
