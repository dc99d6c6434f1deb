import type { Server } from 'node:http';
import type { Cleanup } from './store-proxy.ts';

/** Listens on a free loopback port until the test ends; returns the port. */
export async function listen(test: Cleanup, server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  test.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  return address.port;
}
