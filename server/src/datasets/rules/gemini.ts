/** Vertex AI's rules for tuning Gemini. */
import { z } from 'zod';
import { type Rules, rules, Text, takeTurns } from './rule.ts';

const Name = z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/, 'Not a name of a function');
const Part = z.union([
  z.strictObject({ text: Text }),
  z.strictObject({ functionCall: z.strictObject({ name: Name, args: z.looseObject({}) }) }),
  z.strictObject({ functionResponse: z.strictObject({ name: Name, response: z.looseObject({}) }) }),
]);
const Line = z.strictObject({
  systemInstruction: z
    .strictObject({ role: z.string(), parts: z.array(z.strictObject({ text: Text })).min(1) })
    .optional(),
  contents: z.array(z.strictObject({ role: z.enum(['user', 'model']), parts: z.array(Part).min(1) })),
  tools: z
    .array(
      z.strictObject({
        functionDeclarations: z
          .array(
            z.strictObject({
              name: Name,
              description: z.string().optional(),
              parameters: z.looseObject({ type: z.string() }),
            }),
          )
          .min(1),
      }),
    )
    .optional(),
});
type Line = z.infer<typeof Line>;

/** A content of results has as many as the content before it has calls, in their order. */
function callsAreAnswered({ contents }: Line): string | null {
  for (const [i, { parts }] of contents.entries()) {
    const answered = parts.flatMap((part) =>
      'functionResponse' in part ? [part.functionResponse.name] : [],
    );
    const called =
      contents[i - 1]?.parts.flatMap((part) => ('functionCall' in part ? [part.functionCall.name] : [])) ??
      [];
    if (answered.toSorted().join() !== called.toSorted().join())
      return `Content ${i + 1} does not answer the calls before it`;
  }
  return null;
}

export const GEMINI: Rules = {
  line: rules(
    Line,
    ({ contents }) =>
      takeTurns(
        contents.map(({ role }) => role),
        ['user'],
        ['model'],
      ),
    callsAreAnswered,
  ),
  file: (lines) => (lines === 0 ? ['Vertex AI wants at least one line.'] : []),
};
