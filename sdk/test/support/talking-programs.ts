/** Runs programs of `../programs` in a project with the packed library, a model server and a real Parley. */
import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Interaction, InteractionList } from '@parley/contract';
import { eventually } from '../../../server/test/support/eventually.ts';
import { listen } from '../../../server/test/support/listen.ts';
import { startServer, type TestServer } from '../../../server/test/support/server-process.ts';
import { storeProxy } from '../../../server/test/support/store-proxy.ts';
import { tempFolder } from '../../../server/test/support/temp-folder.ts';
import { projectWithSdk } from './packed-sdk.ts';
import { riverModel } from './river-model.ts';
import { binaryOf, type Installed } from './runtimes.ts';

const run = promisify(execFile);
const PROGRAMS = fileURLToPath(new URL('../programs', import.meta.url));
/** Allows for a busy machine and for creating the store's tables. */
const STORED_MS = 60_000;

export type Runtime = { needs: Installed | null; args: readonly string[] };

/** The library needs only network permission; reading is for what the programs require at run time. */
const DENO = ['run', '--node-modules-dir=manual', '--cached-only', '--no-prompt', '--allow-net=127.0.0.1'];
export const RUNTIMES: Readonly<Record<string, Runtime>> = {
  'Node 18': { needs: 'node18', args: [] },
  'Node 20': { needs: 'node20', args: [] },
  'Node 22': { needs: 'node22', args: [] },
  'Node 24': { needs: null, args: [] },
  Bun: { needs: 'bun', args: ['run'] },
  Deno: { needs: 'deno', args: [...DENO, '--allow-read=.'] },
};

export type Config = { modelUrl: string; context: object; parley: { url: string } };

export class TalkingPrograms {
  project = '';
  #server: TestServer | null = null;
  #modelUrl = '';

  constructor() {
    const cleanups: (() => void | Promise<void>)[] = [];
    before(() => this.#start({ after: (clean) => void cleanups.push(clean) }));
    after(async () => {
      await this.#server?.stop();
      for (const clean of cleanups) await clean();
    });
  }

  get server(): TestServer {
    if (this.#server === null) throw new Error('The server does not run yet.');
    return this.#server;
  }

  /** Returns the program's output; anything on stderr fails the test. */
  async run({ needs, args }: Runtime, program: string, config: object): Promise<string> {
    const binary = needs === null ? process.execPath : binaryOf(needs);
    return this.#run(binary, [...args, join(this.project, program), JSON.stringify(config)]);
  }

  /** Like `run`, but configured through the environment only. */
  async runNode(args: readonly string[], env: Record<string, string>): Promise<string> {
    return this.#run(process.execPath, args, env);
  }

  async #run(binary: string, args: readonly string[], more: Record<string, string> = {}): Promise<string> {
    const env = { DENO_DIR: this.project, HOME: this.project, NO_COLOR: '1', ...more };
    const { stdout, stderr } = await run(binary, args, { cwd: this.project, env });
    if (stderr !== '') throw new Error(`It complains: ${stderr}`);
    return stdout;
  }

  /** The configuration for a session of its own. */
  configOf(session: string): Config {
    const { url, keys } = this.server;
    const context = { session, user: { userId: 'jane' }, labels: { feature: 'search' } };
    return { modelUrl: this.#modelUrl, context, parley: { url, ...keys } };
  }

  /** All interactions of a session, once there are `howMany`. */
  async recorded(session: string, howMany: number): Promise<Interaction[]> {
    const list = async () => {
      const { json } = await this.server.get(`/v1/interactions?${new URLSearchParams({ session })}`);
      return InteractionList.parse(json).data;
    };
    await eventually(`all of ${session} is stored`, async () => (await list()).length >= howMany, STORED_MS);
    return Promise.all((await list()).map(({ id }) => this.#interaction(id)));
  }

  async #interaction(id: string): Promise<Interaction> {
    return Interaction.parse((await this.server.get(`/v1/interactions/${id}`)).json);
  }

  async #start(cleanup: Parameters<typeof storeProxy>[0]): Promise<void> {
    this.#modelUrl = `http://127.0.0.1:${await listen(cleanup, riverModel())}`;
    const { url: clickhouseUrl } = await storeProxy(cleanup);
    const server = await startServer({ data: await tempFolder(), clickhouseUrl });
    this.#server = server;
    this.project = await projectWithSdk();
    await cp(PROGRAMS, this.project, { recursive: true });
    const isUp = async () => (await server.get('/v1/interactions')).status === 200;
    await eventually('the store answers', isUp, STORED_MS);
  }
}
