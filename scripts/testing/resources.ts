/**
 * What test files share: the embedded engine, PostgreSQL and a browser. Each is started when the first
 * job needs it, and handed down by its address in the environment. Tests about starting and killing start their own.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEngine } from '../../server/src/engine/engine.ts';
import { startPostgres } from '../postgres.ts';
import type { Job } from './jobs.ts';
import type { Need } from './needs.ts';

/** Jobs that one engine serves as WebAssembly, which never returns memory. A native engine serves all of them. */
const WASM_ENGINE_JOBS = 30;

type SharedEngine = {
  socketPath: string;
  served: number;
  using: number;
  limit: number;
  stop: () => Promise<void>;
};

export type Lease = { env: Record<string, string>; release: () => Promise<void> };

export class Resources {
  #engine: SharedEngine | undefined;
  #postgres: ReturnType<typeof startPostgres> | undefined;
  #browser: Promise<{ endpoint: string; stop: () => Promise<void> }> | undefined;

  /** What a job needs, until it is released. */
  async lease({ needs, lane }: Pick<Job, 'needs' | 'lane'>): Promise<Lease> {
    const env: Record<string, string> = {};
    const has = (need: Need) => needs.has(need);
    if (has('postgres')) env.PARLEY_TEST_POSTGRES = (await this.#startedPostgres()).url;
    // What is measured gets an engine and a browser that have served nobody else.
    if (has('browser') && lane !== 'alone')
      env.PARLEY_TEST_BROWSER_SERVER = (await this.#startedBrowser()).endpoint;
    if (!has('engine')) return { env, release: async () => {} };
    const engine = await this.#engineFor(lane === 'alone');
    env.PARLEY_TEST_ENGINE = engine.socketPath;
    return { env, release: () => this.#release(engine) };
  }

  async stop(): Promise<void> {
    await this.#engine?.stop();
    await (await this.#postgres)?.stop();
    await (await this.#browser)?.stop();
  }

  async #engineFor(fresh: boolean): Promise<SharedEngine> {
    const current = this.#engine;
    const isSpent = current && (current.served >= current.limit || (fresh && current.served > 0));
    if (isSpent) {
      this.#engine = undefined;
      if (current.using === 0) await current.stop();
    }
    this.#engine ??= startSharedEngine();
    this.#engine.served++;
    this.#engine.using++;
    return this.#engine;
  }

  /** An engine that was replaced stops with its last job. */
  async #release(engine: SharedEngine): Promise<void> {
    engine.using--;
    if (engine !== this.#engine && engine.using === 0) await engine.stop();
  }

  #startedPostgres() {
    this.#postgres ??= startPostgres({ max_connections: '500' }).catch((error: unknown) => {
      this.#postgres = undefined;
      throw error;
    });
    return this.#postgres;
  }

  #startedBrowser() {
    this.#browser ??= this.#launchBrowser().catch((error: unknown) => {
      this.#browser = undefined;
      throw error;
    });
    return this.#browser;
  }

  async #launchBrowser() {
    const { launchSharedBrowser } = await import('../../console/e2e/support/launch.ts');
    const server = await launchSharedBrowser();
    // After a crash, the next job gets another one.
    server.on('close', () => {
      this.#browser = undefined;
    });
    return { endpoint: server.wsEndpoint(), stop: () => server.close() };
  }
}

function startSharedEngine(): SharedEngine {
  const folder = mkdtempSync(join(tmpdir(), 'parley-tests-'));
  const engine = startEngine(join(folder, 'store'), {
    onExit: (reason) => console.error(`The engine of the tests ended: ${reason}`),
    onOutput: () => {},
  });
  return {
    socketPath: engine.socketPath,
    served: 0,
    using: 0,
    limit: engine.kind === 'wasm' ? WASM_ENGINE_JOBS : Number.POSITIVE_INFINITY,
    async stop() {
      await engine.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
