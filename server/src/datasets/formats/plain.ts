/** What went in and what should come out, for evaluations. */

import { saidBy, type Write } from './format.ts';
import { functionOf, messageOf } from './openai.ts';

export const writePlain: Write = ({ id, turns, answer, tools }) => ({
  id,
  input: turns.map(messageOf),
  expected: saidBy(answer),
  ...(answer.calls.length === 0
    ? {}
    : {
        expectedToolCalls: answer.calls.map(({ name, arguments: written }) => ({ name, arguments: written })),
      }),
  ...(tools.length === 0 ? {} : { tools: tools.map(functionOf) }),
});
