/** What to set so that an instrumented application exports to Parley, with prompts and answers. */
import type { SnippetKeys } from './snippets.ts';

export type Instrumentation = {
  label: string;
  /** The variables it needs beside the address and the keys. */
  variables?: (endpoint: string, headers: string) => readonly Variable[];
  /** Code to add to the application. */
  code?: { label: string; text: string };
  /** Whether prompts and answers are included, and what changes that. */
  content: string;
};
type Variable = readonly [name: string, value: string];

export const INSTRUMENTATIONS = {
  opentelemetry: {
    label: 'OpenTelemetry',
    variables: () => [
      ['OTEL_SEMCONV_STABILITY_OPT_IN', 'gen_ai_latest_experimental'],
      ['OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT', 'SPAN_ONLY'],
    ],
    content:
      'The last two variables include prompts and answers. Earlier versions take true in place of SPAN_ONLY and send messages as logs: set OTEL_LOGS_EXPORTER=otlp as well.',
  },
  openllmetry: {
    label: 'OpenLLMetry (Traceloop)',
    variables: (endpoint, headers) => [
      ['TRACELOOP_BASE_URL', endpoint],
      ['TRACELOOP_HEADERS', headers],
    ],
    content:
      'Prompts and answers are included unless TRACELOOP_TRACE_CONTENT is false. The last two variables are for Traceloop’s own SDK.',
  },
  openinference: {
    label: 'OpenInference (Arize)',
    content:
      'Prompts and answers are included unless OPENINFERENCE_HIDE_INPUTS or OPENINFERENCE_HIDE_OUTPUTS is true.',
  },
  vercel: {
    label: 'Vercel AI SDK',
    code: {
      label: 'In the application',
      text: `// From version 7 on, once:
import { OpenTelemetry } from '@ai-sdk/otel';
import { registerTelemetry } from 'ai';
registerTelemetry(
  new OpenTelemetry({
    enrichSpan: ({ runtimeContext }) => {
      const { sessionId, userId } = Object(runtimeContext);
      return { 'gen_ai.conversation.id': sessionId, 'user.id': userId };
    },
  }),
);

// And with every call:
await generateText({
  model,
  prompt,
  runtimeContext: { sessionId: 'first-session', userId: 'jane' },
  telemetry: { includeRuntimeContext: { sessionId: true, userId: true } },
});

// Before version 7, with every call:
await generateText({
  model,
  prompt,
  experimental_telemetry: {
    isEnabled: true,
    metadata: { sessionId: 'first-session', userId: 'jane' },
  },
});`,
    },
    content:
      'Prompts and answers are included unless recordInputs or recordOutputs is false. Sessions and users have to be sent as above: the SDK has none of its own.',
  },
  pydantic: {
    label: 'Pydantic AI, logfire',
    code: {
      label: 'In the application',
      text: `import logfire

logfire.configure(send_to_logfire=False)
logfire.instrument_pydantic_ai()  # or instrument_openai(), instrument_anthropic()`,
    },
    content: 'Prompts and answers are included unless Pydantic AI is given include_content=False.',
  },
  claudeCode: {
    label: 'Claude Code',
    variables: () => [
      ['CLAUDE_CODE_ENABLE_TELEMETRY', '1'],
      ['OTEL_LOGS_EXPORTER', 'otlp'],
    ],
    content:
      'Its logs have the model, tokens, latency, errors, the session and the user of every call, but no prompts or answers.',
  },
} as const satisfies Record<string, Instrumentation>;

const LABELS: Variable = [
  'OTEL_RESOURCE_ATTRIBUTES',
  'parley.label.environment=production,parley.label.feature=search',
];

export type InstrumentationName = keyof typeof INSTRUMENTATIONS;

export function telemetryVariables(
  instrumentation: Instrumentation,
  keys: SnippetKeys,
  labelled: boolean,
): string {
  const endpoint = keys.ingestUrl.replace(/\/track$/, '');
  const headers = `x-parley-app-key=${keys.appKey},x-parley-api-key=${keys.apiKey}`;
  const variables: readonly Variable[] = [
    ['OTEL_EXPORTER_OTLP_ENDPOINT', endpoint],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'http/protobuf'],
    ['OTEL_EXPORTER_OTLP_HEADERS', headers],
    // Some SDKs export metrics by default.
    ['OTEL_METRICS_EXPORTER', 'none'],
    ...(labelled ? [LABELS] : []),
    ...(instrumentation.variables?.(endpoint, headers) ?? []),
  ];
  return variables.map(([name, value]) => `export ${name}="${value}"`).join('\n');
}
