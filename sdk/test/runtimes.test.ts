/** The published package in every supported runtime, with a model server and a real Parley. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { rolldown } from 'rolldown';
import { BEGINNING, RIVER } from './support/river-model.ts';
import { missingReason, startWorker } from './support/runtimes.ts';
import { RUNTIMES, TalkingPrograms } from './support/talking-programs.ts';

/** The results of each call, as the program saw them. */
type Seen = { whole: object; streamed: object; left: string };
type Talk = { without: Seen; listened: Seen; flushed?: boolean | null };

const MODULES = { 'an ES module': 'talk-esm.mjs', CommonJS: 'talk-cjs.cjs' };

describe('the published package', () => {
  const programs = new TalkingPrograms();

  for (const [name, runtime] of Object.entries(RUNTIMES)) {
    const skip = missingReason(runtime.needs);

    for (const [kind, program] of Object.entries(MODULES)) {
      it(`records a program's calls in ${name}, as ${kind}`, { skip }, async () => {
        const session = `${name}, ${kind}`;
        const config = { ...programs.configOf(session), flush: true };
        const talk: Talk = JSON.parse(await programs.run(runtime, program, config));
        assert.equal(talk.flushed, true);
        await isRecorded(talk, session);
      });
    }

    it(`records a program's calls in ${name} without a flush at its end`, { skip }, async () => {
      const session = `${name}, at the end`;
      const config = { ...programs.configOf(session), flush: false };
      await isRecorded(JSON.parse(await programs.run(runtime, 'talk-esm.mjs', config)), session);
    });

    it(`reports in ${name} that it is not configured, and does not throw`, { skip }, async () => {
      const { codes, flushed } = JSON.parse(await programs.run(runtime, 'unconfigured.mjs', {}));
      assert.deepEqual([codes, flushed], [['not_configured'], true]);
    });
  }

  it('reads the URL and the keys from the environment', async () => {
    const session = 'from the environment';
    const { parley: _, ...config } = programs.configOf(session);
    const { url, keys } = programs.server;
    const env = { PARLEY_URL: `${url}/`, PARLEY_APP_KEY: keys.appKey, PARLEY_API_KEY: keys.apiKey };
    await isRecorded(
      JSON.parse(await programs.runNode(['talk-esm.mjs', JSON.stringify(config)], env)),
      session,
    );
  });

  for (const flags of [[], ['nodejs_compat']]) {
    const session = `a Worker ${flags.length > 0 ? 'with' : 'without'} Node's modules`;
    const skip = missingReason('miniflare');
    it(`records the calls of ${session}`, { skip }, async (test) => {
      const worker = startWorker({
        modules: [{ type: 'ESModule', path: 'worker.mjs', contents: await bundledWorker() }],
        compatibilityDate: '2025-09-01',
        compatibilityFlags: flags,
        bindings: { config: programs.configOf(session) },
      });
      test.after(() => worker.dispose());
      const answer = await worker.dispatchFetch('http://localhost/');
      const text = await answer.text();
      assert.equal(answer.status, 200, text);
      await isRecorded(JSON.parse(text), session);
    });
  }

  /** Bundled like Cloudflare's tools do it. */
  async function bundledWorker(): Promise<string> {
    const build = await rolldown({
      input: join(programs.project, 'talk-worker.mjs'),
      platform: 'neutral',
      resolve: { conditionNames: ['workerd', 'worker', 'browser', 'import'] },
    });
    const { output } = await build.generate({ format: 'esm' });
    await build.close();
    return output[0].code;
  }

  async function isRecorded({ without, listened }: Talk, session: string): Promise<void> {
    assert.deepEqual(listened, without);
    const found = await programs.recorded(session, 3);
    const left = found.find(({ requestedModel }) => requestedModel === 'endless');
    const streamed = found.find((one) => one !== left && one.firstTokenMs !== null);
    const whole = found.find((one) => one !== left && one.firstTokenMs === null);
    assert.ok(left && streamed && whole && found.length === 3, JSON.stringify(found));
    for (const one of found) {
      assert.deepEqual([one.user?.key, one.labels], ['jane', { feature: 'search' }]);
      assert.equal(one.inputText, RIVER.question);
      assert.ok(one.latencyMs !== null && one.latencyMs >= (one.firstTokenMs ?? 0));
    }
    for (const one of [whole, streamed]) {
      assert.deepEqual([one.outputText, one.outcome, one.warnings], [RIVER.answer, 'ok', []]);
      assert.deepEqual([one.usage.input, one.usage.output], [12, 8]);
    }
    assert.equal(left.outputText, BEGINNING);
    assert.deepEqual(
      left.warnings.map(({ code }) => code),
      ['stream_ended_early'],
    );
  }
});
