/** What a heavy query costs ingestion: acknowledged payloads per second with and without it, in turn. */
import { payloadBodies } from '../payload.ts';
import type { Parley } from '../servers.ts';
import { load } from '../wrk.ts';
import { progress } from './progress.ts';
import type { Call } from './questions.ts';

const CONNECTIONS = 128;
const ROUNDS = 3;

/** Share of acknowledgements that is lost. */
export async function costBeside(parley: Parley, heavy: Call, seconds: number): Promise<number> {
  const bodies = payloadBodies(parley.keys);
  const ingest = async () => {
    const url = `${parley.url}/track`;
    const result = await load({ url, connections: CONNECTIONS, bodies, seconds });
    // Refused payloads are not acknowledged.
    return result.perSecond * (1 - result.errors / Math.max(1, result.requests));
  };
  await ingest();
  await parley.drained();
  let alone = 0;
  let beside = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const without = await ingest();
    // The next round must not work off what this one left.
    await parley.drained();
    const loop = askAgainAndAgain(parley, heavy);
    const during = await ingest();
    const asked = await loop.stop();
    await parley.drained();
    progress(`${Math.round(without)}/s alone, ${Math.round(during)}/s beside ${asked} heavy questions`);
    alone += without;
    beside += during;
  }
  return 1 - beside / alone;
}

function askAgainAndAgain(parley: Parley, { path, body }: Call): { stop: () => Promise<number> } {
  let stopped = false;
  const asking = (async () => {
    let asked = 0;
    for (; !stopped; asked++) await parley.ask(path, body);
    return asked;
  })();
  // The caller stops it and receives the error.
  asking.catch(() => {});
  return {
    stop() {
      stopped = true;
      return asking;
    },
  };
}
