/** Awaits two exchanges at the top level, one after the other, tracks a third, and has nothing else to do. */
import { Parley } from '@parley/sdk';

const { parley: options } = JSON.parse(process.argv[2]);
const parley = new Parley({ ...options, onError: () => {} });
const track = (session) =>
  parley.track({
    ...{ format: 'openai', type: 'chat', session },
    request: { model: 'river', messages: [] },
    response: { choices: [] },
  });
const told = [];
const startedAt = Date.now();
for (const session of ['first', 'second']) {
  told.push(
    await track(session).then(
      () => 'kept',
      ({ code }) => code,
    ),
  );
}
void track('third');
process.stdout.write(JSON.stringify({ told, tookMs: Date.now() - startedAt, doneAt: Date.now() }));
