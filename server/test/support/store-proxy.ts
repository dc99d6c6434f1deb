/**
 * A TCP proxy in front of the engine that all system tests share. A test can close it (the store is down),
 * make it hang, and open it again. Every test server has its own database.
 */
import { randomUUID } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type StoreProxy = {
  /** Value for `PARLEY_CLICKHOUSE_URL`. */
  url: string;
  /** Breaks every connection and refuses new ones. */
  close: () => void;
  /** Accepts connections and answers nothing. */
  hang: () => void;
  open: () => void;
};

/** A test, or an object with the `after` hook of a suite. */
export type Cleanup = { after: (clean: () => void | Promise<void>) => void };

/** Socket of the engine that `npm test` starts. */
const SOCKET = process.env.PARLEY_TEST_ENGINE;

export function engineSocket(): string {
  if (SOCKET) return SOCKET;
  throw new Error('System tests need the shared engine: run them with "npm test" or "npm run test:run".');
}

export async function storeProxy(test: Cleanup): Promise<StoreProxy> {
  return storeDoor(test, engineSocket());
}

/** A proxy in front of any engine, by its socket. */
export async function storeDoor(test: Cleanup, engineSocket: string): Promise<StoreProxy> {
  let mode: 'open' | 'closed' | 'hanging' = 'open';
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
  };
  const server = createServer((client) => {
    keep(client);
    if (mode === 'closed') client.destroy();
    if (mode !== 'open') return;
    const engine = connect(engineSocket);
    keep(engine);
    client.pipe(engine).pipe(client);
    client.on('close', () => engine.destroy());
    engine.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  test.after(() => {
    breakAll();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${port(server.address())}/test_${randomUUID().replaceAll('-', '')}`,
    close() {
      mode = 'closed';
      breakAll();
    },
    hang() {
      mode = 'hanging';
      for (const socket of sockets) socket.unpipe().pause();
    },
    open() {
      mode = 'open';
      breakAll();
    },
  };
}

function port(address: string | AddressInfo | null): number {
  return typeof address === 'object' && address ? address.port : 0;
}
