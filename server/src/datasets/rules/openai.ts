/** OpenAI's rules for files of fine-tuning, supervised and by preference. */
import { z } from 'zod';
import { between, ObjectText, type Rules, rules, Text } from './rule.ts';

const MAX_TOOLS = 128;
const FunctionName = z
  .string()
  .regex(/^[a-zA-Z0-9_-]{1,64}$/, 'A name of a function has up to 64 letters, digits, _ and -');

const ToolCalls = z
  .array(
    z.strictObject({
      id: Text,
      type: z.literal('function'),
      function: z.strictObject({ name: FunctionName, arguments: ObjectText }),
    }),
  )
  .min(1);

const Image = z.strictObject({
  type: z.literal('image_url'),
  image_url: z.strictObject({ url: z.string().regex(/^(?:https?:|data:image\/)/) }),
});
const Content = z.union([
  Text,
  z.array(z.union([z.strictObject({ type: z.literal('text'), text: Text }), Image])).min(1),
]);

const Assistant = z
  .strictObject({
    role: z.literal('assistant'),
    content: z.string().nullable().optional(),
    refusal: Text.optional(),
    tool_calls: ToolCalls.optional(),
    weight: z.literal([0, 1]).optional(),
  })
  .refine(
    ({ content, refusal, tool_calls: calls }) =>
      Boolean(content?.trim()) || refusal !== undefined || calls !== undefined,
    'An assistant says something, refuses or calls a tool',
  );

const Message = z.union([
  Assistant,
  z.strictObject({ role: z.literal('system'), content: Text }),
  z.strictObject({ role: z.literal('user'), content: Content }),
  z.strictObject({ role: z.literal('tool'), tool_call_id: Text, content: z.string() }),
]);
type Message = z.infer<typeof Message>;

const Tools = z
  .array(
    z.strictObject({
      type: z.literal('function'),
      function: z.strictObject({
        name: FunctionName,
        description: z.string().optional(),
        parameters: z.looseObject({ type: z.literal('object') }),
      }),
    }),
  )
  .min(1)
  .max(MAX_TOOLS)
  .refine(
    (tools) => new Set(tools.map((tool) => tool.function.name)).size === tools.length,
    'Two tools of one name',
  );

const Conversation = { messages: z.array(Message).min(1), tools: Tools.optional() };

/** A result follows the message with its call, and every call but those of the last message has one. */
function callsAreAnswered({ messages }: { messages: readonly Message[] }): string | null {
  let open = new Set<string>();
  for (const [i, message] of messages.entries()) {
    if (message.role === 'tool') {
      if (!open.delete(message.tool_call_id))
        return `Message ${i + 1} answers no call of the message before it`;
      continue;
    }
    if (open.size > 0) return `A call before message ${i + 1} has no result`;
    open = new Set(message.role === 'assistant' ? message.tool_calls?.map(({ id }) => id) : []);
  }
  return open.size > 0 && messages.at(-1)?.role === 'tool' ? 'A call has no result' : null;
}

function endsWithAnswer({ messages }: { messages: readonly Message[] }): string | null {
  const last = messages.at(-1);
  return last?.role === 'assistant' && last.weight !== 0
    ? null
    : 'The last message must be an answer that is trained on';
}

export const OPENAI: Rules = {
  line: rules(z.strictObject(Conversation), callsAreAnswered, endsWithAnswer),
  file: between('OpenAI', 10, Number.POSITIVE_INFINITY),
};

const Output = z.array(z.strictObject({ role: z.literal('assistant'), content: Text })).length(1);

export const PREFERENCE: Rules = {
  line: rules(
    z.strictObject({
      input: z.strictObject(Conversation),
      preferred_output: Output,
      non_preferred_output: Output,
    }),
    ({ input }) => callsAreAnswered(input),
    ({ input }) =>
      input.messages.at(-1)?.role === 'assistant' ? 'The input must not end with an answer' : null,
    (line) =>
      line.preferred_output[0]?.content === line.non_preferred_output[0]?.content
        ? 'The two answers are the same'
        : null,
  ),
  file: between('OpenAI', 10, Number.POSITIVE_INFINITY),
};
