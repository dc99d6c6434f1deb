/**
 * A TCP door in front of the engine that all system tests share, so that a test can close it (the store
 * is down), let it hang (wedged), or open it again. Every test server has a database of its own.
 */
import { randomUUID } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type StoreProxy = {
  /** For PARLEY_CLICKHOUSE_URL. */
  url: string;
  /** Breaks every connection and takes no new one. */
  close: () => void;
  /** Takes connections and answers nothing. */
  hang: () => void;
  open: () => void;
};

/** A test, or the hook `after` of a suite. */
export type Cleanup = { after: (clean: () => void | Promise<void>) => void };

/** `npm test` starts the engine and says where it listens. */
const SOCKET = process.env.PARLEY_TEST_ENGINE;

export function engineSocket(): string {
  if (SOCKET) return SOCKET;
  throw new Error('System tests need the shared engine: run them with "npm test" or "npm run test:run".');
}

export async function storeProxy(test: Cleanup): Promise<StoreProxy> {
  return storeDoor(test, engineSocket());
}

/** In front of any engine, by its socket. */
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
