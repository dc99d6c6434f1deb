/** A believable exchange of about 3 KB, generated from a seed so that two runs send the same. */
import { randomNumbers } from '@parley/sample/random';

const WORDS =
  'the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which one you were all her she there would their we him been has when who will no more if out so up said what its about than into them can only other time new some could these two may first then do any like my now over such our man me even most made after also did many off before must well back through years much where your way down should because long each just those people how too little state good very make world still see own work men day get here between both life being under three never know same last another while us might great go come since against right came take used himself few house use place during without again home around small however found part school'.split(
    ' ',
  );

export function prose(length: number, next: () => number): string {
  let text = '';
  while (text.length < length) text += `${WORDS[Math.floor(next() * WORDS.length)]} `;
  return text.trimEnd();
}

export type Keys = { appKey: string; apiKey: string };

/** Bodies of a load: enough that none is compressed by its predecessor. */
const BODIES = 1000;

export function payloadBodies(keys: Keys): string[] {
  return Array.from({ length: BODIES }, (_, seed) => JSON.stringify(payload(keys, seed)));
}

export function payload(keys: Keys, seed: number) {
  const { next } = randomNumbers(seed);
  return {
    reconify: { format: 'openai', type: 'chat', version: '3.1.0', ...keys },
    session: `S${Math.floor(next() * 1000)}`,
    sessionTimeout: 10,
    user: { userId: `U${Math.floor(next() * 500)}`, isAuthenticated: 1 },
    request: {
      model: 'gpt-4o',
      temperature: 0.7,
      messages: [
        { role: 'system', content: 'You are a helpful assistant.' },
        { role: 'user', content: prose(1500, next) },
      ],
    },
    response: {
      id: `chatcmpl-${Math.floor(next() * 1e15).toString(36)}`,
      object: 'chat.completion',
      created: 1763171000,
      model: 'gpt-4o-2024-08-06',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: prose(800, next) },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: { prompt_tokens: 310, completion_tokens: 164, total_tokens: 474 },
    },
  };
}
