/** A long conversation as clients send it: the whole history with every turn. */
import { randomNumbers } from '@parley/sample/random';
import { type Keys, prose } from '../payload.ts';

/** Distinguishes these interactions from the load, which would otherwise hide them as the newest. */
export const HISTORY_MODEL = 'gpt-4.1';
const MESSAGE = 2000;

export function history(keys: Keys, session: string, seed: number, bytes: number): object {
  const { next } = randomNumbers(seed);
  const messages = Array.from({ length: Math.ceil(bytes / MESSAGE) }, (_, i) => ({
    role: i % 2 === 0 ? 'user' : 'assistant',
    content: prose(MESSAGE - 40, next),
  }));
  return {
    reconify: { format: 'openai', type: 'chat', version: '3.1.0', ...keys },
    session,
    sessionTimeout: 600,
    user: { userId: `U${seed % 20}`, isAuthenticated: 1 },
    request: { model: HISTORY_MODEL, messages },
    response: {
      id: `chatcmpl-${seed}`,
      object: 'chat.completion',
      created: 1763171000,
      model: HISTORY_MODEL,
      choices: [
        { index: 0, message: { role: 'assistant', content: prose(800, next) }, finish_reason: 'stop' },
      ],
      usage: { prompt_tokens: bytes / 5, completion_tokens: 164, total_tokens: bytes / 5 + 164 },
    },
  };
}
