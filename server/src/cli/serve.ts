import { readConfig } from '../config.ts';
import { installEngine } from '../engine/install-engine.ts';
import { createLog, startServer } from '../main.ts';
import { requireFreePort } from './require-free-port.ts';

/** Starts the server and runs it until a signal asks it to stop. */
export async function serve(args: string[]): Promise<void> {
  const config = readConfig(args, process.env);
  const log = createLog(config);
  await requireFreePort(config);
  if (config.clickhouse === null) installEngine((line) => log.warn(line), config.data);
  const server = await startServer(config, log);
  const base = config.publicUrl ?? server.url;
  console.log(`Parley listens on ${server.url}
  data     ${config.data}
  ingest   POST ${base}/track
  next     open ${base} and sign up`);

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      log.info({ signal }, 'stopping');
      server.leave().then(
        () => process.exit(),
        (error: unknown) => {
          log.fatal({ err: error }, 'shutdown failed');
          process.exit(1);
        },
      );
    });
  }
}
