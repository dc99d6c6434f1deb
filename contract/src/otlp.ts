/** The part of OTLP over HTTP that is needed to send a model call by hand. */
import { z } from 'zod';

const Nanoseconds = z
  .union([z.string().regex(/^\d{1,20}$/), z.int().min(0)])
  .describe('Nanoseconds since 1970, as a string or a number');
const SCALARS = {
  stringValue: z.string().optional(),
  boolValue: z.boolean().optional(),
  intValue: z.union([z.string().regex(/^-?\d{1,19}$/), z.int()]).optional(),
  doubleValue: z.number().optional(),
};
const ScalarValue = z.object(SCALARS);
/** Values may nest to any depth; the schema describes one level. */
const Value = z.object({
  ...SCALARS,
  arrayValue: z
    .object({ values: z.array(ScalarValue).optional() })
    .optional()
    .describe('A list of such values'),
  kvlistValue: z
    .object({ values: z.array(z.object({ key: z.string(), value: ScalarValue })).optional() })
    .optional()
    .describe('A list of such attributes'),
});
const Attributes = z.array(z.object({ key: z.string(), value: Value })).optional();
const Resource = z.object({ attributes: Attributes }).optional();
const Scope = z.object({ name: z.string().optional() }).optional();

const TraceId = z.string().describe('32 hexadecimal digits');
const SpanId = z.string().describe('16 hexadecimal digits');

const Span = z.object({
  traceId: TraceId,
  spanId: SpanId,
  parentSpanId: SpanId.optional(),
  name: z.string().optional(),
  startTimeUnixNano: Nanoseconds.optional(),
  endTimeUnixNano: Nanoseconds.optional(),
  attributes: Attributes,
  events: z
    .array(
      z.object({ name: z.string().optional(), timeUnixNano: Nanoseconds.optional(), attributes: Attributes }),
    )
    .optional(),
  status: z.object({ code: z.int().optional(), message: z.string().optional() }).optional(),
});

const LogRecord = z.object({
  traceId: TraceId.optional(),
  spanId: SpanId.optional(),
  eventName: z.string().optional(),
  timeUnixNano: Nanoseconds.optional(),
  attributes: Attributes,
  body: Value.optional().describe('One value, as attributes have them'),
});

export const ExportTracesRequest = z
  .object({
    resourceSpans: z
      .array(
        z.object({
          resource: Resource,
          scopeSpans: z.array(z.object({ scope: Scope, spans: z.array(Span).optional() })).optional(),
        }),
      )
      .optional(),
  })
  .describe('`ExportTraceServiceRequest`. Members that are not named here are kept, and not looked at.');

export const ExportLogsRequest = z
  .object({
    resourceLogs: z
      .array(
        z.object({
          resource: Resource,
          scopeLogs: z
            .array(z.object({ scope: Scope, logRecords: z.array(LogRecord).optional() }))
            .optional(),
        }),
      )
      .optional(),
  })
  .describe('`ExportLogsServiceRequest`. Members that are not named here are kept, and not looked at.');

const ErrorMessage = z.string().describe('Why, in a sentence');

export const ExportTracesAnswer = z
  .object({
    partialSuccess: z
      .object({ rejectedSpans: z.string().describe('How many'), errorMessage: ErrorMessage })
      .optional()
      .describe('What was not taken. The rest was; do not send it again'),
  })
  .describe('`ExportTraceServiceResponse`');

export const ExportLogsAnswer = z
  .object({
    partialSuccess: z
      .object({ rejectedLogRecords: z.string().describe('How many'), errorMessage: ErrorMessage })
      .optional()
      .describe('What was not taken. The rest was; do not send it again'),
  })
  .describe('`ExportLogsServiceResponse`');

/** Error body of OTLP, in place of `ErrorBody`. */
export const OtlpStatus = z
  .object({ code: z.int().describe('The code of `google.rpc`'), message: z.string() })
  .describe('`google.rpc.Status`');

export const OTLP_MEDIA = ['application/json', 'application/x-protobuf'] as const;

const STARTED_AT = '1767225600000000000';
const ENDED_AT = '1767225600812000000';
const ORIGIN = {
  resource: { attributes: [{ key: 'service.name', value: { stringValue: 'helpdesk' } }] },
  scope: { name: 'by-hand' },
};

/** Example of a model call that can be posted as it is. */
export const TRACES_EXAMPLE = {
  resourceSpans: [
    {
      resource: ORIGIN.resource,
      scopeSpans: [
        {
          scope: ORIGIN.scope,
          spans: [
            {
              traceId: '5b8efff798038103d269b633813fc60c',
              spanId: 'eee19b7ec3c1b174',
              name: 'chat gpt-4o',
              startTimeUnixNano: STARTED_AT,
              endTimeUnixNano: ENDED_AT,
              attributes: [
                { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
                { key: 'gen_ai.provider.name', value: { stringValue: 'openai' } },
                { key: 'gen_ai.request.model', value: { stringValue: 'gpt-4o' } },
                { key: 'gen_ai.usage.input_tokens', value: { intValue: '11' } },
                { key: 'gen_ai.usage.output_tokens', value: { intValue: '4' } },
              ],
            },
          ],
        },
      ],
    },
  ],
};

/** Example of the call's messages. */
export const LOGS_EXAMPLE = {
  resourceLogs: [
    {
      resource: ORIGIN.resource,
      scopeLogs: [
        {
          scope: ORIGIN.scope,
          logRecords: [
            {
              traceId: '5b8efff798038103d269b633813fc60c',
              spanId: 'eee19b7ec3c1b174',
              eventName: 'gen_ai.user.message',
              timeUnixNano: STARTED_AT,
              body: {
                kvlistValue: { values: [{ key: 'content', value: { stringValue: 'Name a river.' } }] },
              },
            },
          ],
        },
      ],
    },
  ],
};
