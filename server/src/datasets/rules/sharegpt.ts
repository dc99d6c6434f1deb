/** The rules of ShareGPT, as training frameworks read it. */
import { z } from 'zod';
import { ObjectText, type Rules, rules, Text, takeTurns } from './rule.ts';

const Tools = z.string().refine((text) => {
  try {
    return z.array(z.looseObject({ name: Text, parameters: z.looseObject({}) })).safeParse(JSON.parse(text))
      .success;
  } catch {
    return false;
  }
}, 'Not the JSON text of a list of tools');

const Entry = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('human'), value: Text }),
  z.strictObject({ from: z.literal('gpt'), value: Text }),
  z.strictObject({ from: z.literal('function_call'), value: ObjectText }),
  z.strictObject({ from: z.literal('observation'), value: z.string() }),
]);

export const SHAREGPT: Rules = {
  line: rules(
    z.strictObject({ conversations: z.array(Entry), system: Text.optional(), tools: Tools.optional() }),
    ({ conversations }) =>
      takeTurns(
        conversations.map(({ from }) => from),
        ['human', 'observation'],
        ['gpt', 'function_call'],
      ),
  ),
  file: () => [],
};
