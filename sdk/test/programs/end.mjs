/** Calls a model, or not, and ends: by itself, at once, or when everything is with Parley. */
import { Parley } from '@parley/sdk';

const { modelUrl, context, calls, end, parley: options } = JSON.parse(process.argv[2]);
const parley = new Parley({ ...options, onError: () => {} });
const request = { model: 'river', messages: [{ role: 'user', content: 'Name a river in Europe.' }] };
await parley.with(context, async () => {
  for (let call = 0; call < calls; call++) {
    const response = await parley.fetch(`${modelUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: { Authorization: 'Bearer key-of-the-model' },
      body: JSON.stringify(request),
    });
    await response.json();
  }
});
if (end === 'at once') process.exit(0);
process.stdout.write(String(end === 'flushed' ? await parley.flush() : Date.now()));
