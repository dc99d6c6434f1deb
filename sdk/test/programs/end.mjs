/** Makes some model calls and ends: on its own, at once, or after a flush. */
import { Parley } from '@parley/sdk';

const { modelUrl, context, calls, end, parley: options } = JSON.parse(process.argv[2]);
const parley = new Parley({ ...options, onError: () => {} });
const messages = [{ role: 'user', content: 'Name a river in Europe.' }];
const ask = (request) =>
  parley.fetch(`${modelUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { Authorization: 'Bearer key-of-the-model' },
    body: JSON.stringify({ ...request, messages }),
  });
await parley.with(context, async () => {
  for (let call = 0; call < calls; call++) await (await ask({ model: 'river' })).json();
  if (end !== 'in a stream') return;
  const { body } = await ask({ model: 'endless', stream: true });
  await body.getReader().read();
  process.exit(0);
});
process.stdout.write(String(end === 'flushed' ? await parley.flush() : Date.now()));
