import { Parley } from '@parley/sdk';
import { talk, talkTwice } from './talk.mjs';

export default {
  async fetch(_request, { config }, ctx) {
    const { modelUrl, context, parley: options } = config;
    const parley = new Parley({ ...options, waitUntil: (promise) => ctx.waitUntil(promise) });
    if (globalThis.process) return Response.json(await talkTwice(parley, { modelUrl, context }));
    const without = await talk(globalThis.fetch, modelUrl);
    const listened = await talk(parley.fetchWith(context), modelUrl);
    return Response.json({ without, listened });
  },
};
