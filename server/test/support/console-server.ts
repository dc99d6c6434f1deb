/** A server for tests of accounts and the console's API: without a store, and trusting a proxy. */
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

/** One server shared by all tests of a suite; each test signs up its own people. */
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
