/** Has finished one call, is in the middle of a stream, and runs until a signal ends it. */
import { Parley } from '@parley/sdk';

const { parley: options, handles } = JSON.parse(process.argv[2]);
const chunk = new TextEncoder().encode('data: {"choices":[]}\n\n');
const stream = () => new ReadableStream({ pull: (controller) => controller.enqueue(chunk) });
const parley = new Parley({
  ...options,
  fetch: async (_, { body }) => new Response(body.includes('"stream"') ? stream() : '{"choices":[]}'),
  onError: () => {},
});
const ask = (request) =>
  parley.fetch('https://api.openai.com/v1/chat/completions', {
    method: 'POST',
    body: JSON.stringify({ model: 'river', messages: [], ...request }),
  });
if (handles) {
  process.on('SIGTERM', () => {
    process.stdout.write(` handled by ${process.listenerCount('SIGTERM')}`);
    setTimeout(() => process.exit(7), 100);
  });
}
const { body } = await ask({ stream: true });
await body.getReader().read();
await (await ask({})).json();
process.stdout.write('ended');
setInterval(() => {}, 1000);
