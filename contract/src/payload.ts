/**
 * The body of `POST /track`, for the API's documentation. The server parses payloads leniently in
 * `server/src/envelope/envelope.ts` and reports what it adjusted in `warnings`.
 */
import { z } from 'zod';
import { FORMATS } from './formats.ts';
import { LABEL_VALUE_LENGTH, LabelName, MAX_LABELS } from './labels.ts';

const name = z.string().max(256);

export const PROVIDER_LENGTH = 32;
export const PROVIDER_NAME = new RegExp(`^[a-z0-9][a-z0-9_.-]{0,${PROVIDER_LENGTH - 1}}$`);

export const TrackHeaders = z.object({
  'Idempotency-Key': z
    .string()
    .max(256)
    .optional()
    .describe('Names the interaction: a second payload under the same key is a duplicate of the first'),
});

/** Example of an exchange that can be posted once it has real keys. */
export const PAYLOAD_EXAMPLE = {
  reconify: { format: 'openai', type: 'chat', version: '3.1.0', appKey: 'pk_…', apiKey: 'sk_…' },
  timestamps: { request: 1_767_225_600_000, response: 1_767_225_600_812 },
  session: 'first',
  user: { userId: 'jane' },
  request: { model: 'gpt-4o', messages: [{ role: 'user', content: 'Name a river.' }] },
  response: {
    id: 'chatcmpl-1',
    model: 'gpt-4o-2024-08-06',
    choices: [{ index: 0, message: { role: 'assistant', content: 'The Elbe.' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 11, completion_tokens: 4, total_tokens: 15 },
  },
};

export const Payload = z.object({
  reconify: z.object({
    format: z.enum(FORMATS),
    type: z
      .enum(['chat', 'generate', 'completion', 'response', 'embedding', 'rerank'])
      .describe('Which ones are allowed depends on the format'),
    version: z.string().regex(/^\d+\.\d+\.\d+$/),
    provider: z
      .string()
      .regex(PROVIDER_NAME)
      .optional()
      .describe('Whose model it was, such as `groq` or `vllm`; by the format and the answer when absent'),
    appKey: z.string(),
    apiKey: z.string(),
  }),
  timestamps: z
    .object({
      request: z.int().optional().describe('When the upstream was asked, in milliseconds since 1970'),
      response: z.int().optional().describe('When it had answered'),
      firstToken: z.int().optional().describe('When the first piece of the answer came'),
    })
    .optional(),
  session: name.optional(),
  labels: z
    .record(LabelName, z.string().max(LABEL_VALUE_LENGTH))
    .optional()
    .describe(`Up to ${MAX_LABELS} names and values of your own, to filter and to group by`),
  trace: z
    .object({
      traceId: z.string().max(128),
      spanId: z.string().max(128).optional(),
      parentSpanId: z.string().max(128).optional(),
    })
    .optional()
    .describe('Where the exchange stands in a distributed trace: ids in hex, as W3C has them'),
  sessionTimeout: z.number().positive().optional().describe('Minutes; 10 when absent'),
  user: z
    .object({
      userId: name.optional(),
      email: name.optional(),
      isAuthenticated: z.union([z.literal(0), z.literal(1)]).optional(),
      firstName: name.optional(),
      lastName: name.optional(),
      phone: z.string().max(64).optional(),
      gender: z.string().max(64).optional(),
    })
    .optional(),
  request: z.record(z.string(), z.unknown()).describe('What was sent to the upstream, unchanged'),
  response: z
    .union([z.record(z.string(), z.unknown()), z.string()])
    .describe(
      'What came back, unchanged. Of a streamed answer best what it added up to; else as it came: ' +
        '`{"stream": "<its raw text>"}` or `{"chunks": [<its events in order>]}`. Text is taken for `universal` alone',
    ),
});
