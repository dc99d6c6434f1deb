/**
 * The engine as WebAssembly, for machines without a native library of chDB. It runs in a worker, since it blocks its
 * thread, and runs one statement at a time, whatever the number of connections.
 */
import { Worker } from 'node:worker_threads';
import { type Connection, insertFrom, type OpenConnection, setParameters } from '../engine-connection.ts';
import type { Answer, Command, Request } from './worker.ts';

/** A path in the engine's own file system. */
const VALUES = '/values';

type Waiting = { resolve: (data: Uint8Array) => void; reject: (error: Error) => void };

export function openWasm(module: string, folder: string): OpenConnection {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { module, folder } });
  // Pending statements are lost with the worker; the parent restarts this process.
  worker.on('exit', () => process.exit(1));
  const waiting = new Map<number, Waiting>();
  let questions = 0;
  let connections = 0;
  worker.on('message', ({ id, data, error }: Answer) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (data) asked?.resolve(data);
    else asked?.reject(new Error(error));
  });
  const ask = (command: Command) =>
    new Promise<Uint8Array>((resolve, reject) => {
      const id = questions++;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, ...command } satisfies Request);
    });

  return (): Connection => {
    const connection = connections++;
    return {
      async query(sql, parameters, format) {
        const before = parameters.size > 0 ? [setParameters(parameters)] : [];
        return ask({ connection, before, sql, format });
      },
      async insert(insert) {
        const values = { file: VALUES, bytes: insert.values };
        await ask({ connection, before: [], sql: insertFrom(VALUES, insert), format: 'Null', values });
      },
    };
  };
}
