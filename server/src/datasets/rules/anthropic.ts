/** Amazon Bedrock's rules for fine-tuning Claude. */
import { z } from 'zod';
import { between, type Rules, rules, Text, takeTurns } from './rule.ts';

const Line = z.strictObject({
  system: Text.optional(),
  messages: z.array(z.strictObject({ role: z.enum(['user', 'assistant']), content: Text })),
});

export const ANTHROPIC: Rules = {
  line: rules(Line, ({ messages }) =>
    takeTurns(
      messages.map(({ role }) => role),
      ['user'],
      ['assistant'],
    ),
  ),
  file: between('Amazon Bedrock', 32, 10_000),
};
