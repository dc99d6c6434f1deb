import { z } from 'zod';
import { type Rules, rules, Text } from './rule.ts';

const Line = z.strictObject({
  id: z.uuid(),
  input: z.array(z.looseObject({ role: z.enum(['system', 'user', 'assistant', 'tool']) })).min(1),
  expected: z.string(),
  expectedToolCalls: z
    .array(z.strictObject({ name: Text, arguments: z.string() }))
    .min(1)
    .optional(),
  tools: z.array(z.looseObject({})).optional(),
});

export const PLAIN: Rules = {
  line: rules(Line, ({ expected, expectedToolCalls }) =>
    expected === '' && expectedToolCalls === undefined ? 'Nothing is expected' : null,
  ),
  file: () => [],
};
