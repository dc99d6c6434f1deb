/** A server for tests of the console's back end: without a store, and behind a proxy as far as it knows. */
import { after, before } from 'node:test';
import { NO_STORE, startServer, type TestServer } from './server-process.ts';
import { tempFolder } from './temp-folder.ts';

export type ConsoleServer = TestServer & { data: string };

export async function consoleServer(
  test: { after: (cleanUp: () => Promise<void>) => void },
  env: Record<string, string> = {},
): Promise<ConsoleServer> {
  const data = await tempFolder();
  const server = await startServer({
    data,
    clickhouseUrl: NO_STORE,
    env: { PARLEY_GRACE: '0', PARLEY_TRUST_PROXY: '1', PARLEY_LOG_LEVEL: 'debug', ...env },
  });
  test.after(async () => {
    await server.stop();
  });
  return { ...server, data };
}

/** One server for all tests of a suite, each with people of its own. */
export function sharedConsoleServer(env: Record<string, string> = {}): () => ConsoleServer {
  const cleanUps: (() => Promise<void>)[] = [];
  let server: ConsoleServer | undefined;
  before(async () => {
    server = await consoleServer({ after: (cleanUp) => void cleanUps.unshift(cleanUp) }, env);
  });
  after(async () => {
    for (const cleanUp of cleanUps) await cleanUp();
  });
  return () => {
    if (!server) throw new Error('The server is started before the tests, not while they are listed.');
    return server;
  };
}
