const { Parley } = require('@parley/sdk');

// A rejection ends the program with its stack and code 1.
void (async () => {
  const { talkTwice } = await import('./talk.mjs');
  const { modelUrl, context, flush, parley: options } = JSON.parse(process.argv[2]);
  const parley = new Parley(options);
  const seen = await talkTwice(parley, { modelUrl, context });
  const flushed = flush ? await parley.flush() : null;
  process.stdout.write(JSON.stringify({ ...seen, flushed }));
})();
