/**
 * What to install, set and add so that an application exports its model calls to Parley, with prompts and answers: one
 * entry per language and instrumentation.
 */
import type { SnippetKeys } from './snippets.ts';

export type Instrumentation = {
  label: string;
  /** The command that installs what it needs. */
  install?: string;
  /** The variables it needs beside the address and the keys. */
  variables?: (endpoint: string, headers: string) => readonly Variable[];
  /** Code to add to the application, or how to start it. */
  code?: { label: string; text: string };
  /** Whether prompts and answers are included, and what changes that. */
  content: string;
};
type Variable = readonly [name: string, value: string];

export const LANGUAGES = {
  python: 'Python',
  node: 'Node',
  java: 'Java',
  go: 'Go',
  other: 'Other',
} as const;
export type TelemetryLanguage = keyof typeof LANGUAGES;

const CAPTURE = 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT';
/** Messages come as log records, beside the spans. */
const IN_LOGS: readonly Variable[] = [
  [CAPTURE, 'true'],
  ['OTEL_LOGS_EXPORTER', 'otlp'],
];
const PYTHON_EXPORTER = 'opentelemetry-distro opentelemetry-exporter-otlp-proto-http';
const PYTHON_START = { label: 'Start', text: 'opentelemetry-instrument python app.py' };
const LOGS_CONTENT =
  'The last two variables include prompts and answers, which come as logs beside the spans.';
const OPENINFERENCE_CONTENT =
  'Prompts and answers are included unless OPENINFERENCE_HIDE_INPUTS or OPENINFERENCE_HIDE_OUTPUTS is true.';
const TRACELOOP_CONTENT =
  'Prompts and answers are included unless TRACELOOP_TRACE_CONTENT is false. The last two variables are for Traceloop’s own SDK.';

/** Starts OpenTelemetry before the application is loaded, and exports what is left at its end. */
function nodeSdk(instrumentations: string, imports = ''): string {
  return `// telemetry.mjs; start with: node --import ./telemetry.mjs app.mjs
import { register } from 'node:module';
import { NodeSDK } from '@opentelemetry/sdk-node';${imports}

register('@opentelemetry/instrumentation/hook.mjs', import.meta.url);
const sdk = new NodeSDK({ instrumentations: [${instrumentations}] });
sdk.start();
process.once('beforeExit', () => sdk.shutdown());`;
}

function nodeInstrumentation(name: string): Pick<Instrumentation, 'install' | 'code'> {
  return {
    install: `npm install @opentelemetry/sdk-node @opentelemetry/instrumentation ${name}`,
    code: {
      label: 'telemetry.mjs',
      text: nodeSdk('new OpenAIInstrumentation()', `\nimport { OpenAIInstrumentation } from '${name}';`),
    },
  };
}

const traceloopVariables: NonNullable<Instrumentation['variables']> = (endpoint, headers) => [
  ['TRACELOOP_BASE_URL', endpoint],
  ['TRACELOOP_HEADERS', headers],
];

export const INSTRUMENTATIONS: Readonly<
  Record<TelemetryLanguage, readonly [Instrumentation, ...Instrumentation[]]>
> = {
  python: [
    {
      label: 'OpenTelemetry',
      install: `pip install ${PYTHON_EXPORTER} opentelemetry-instrumentation-openai-v2`,
      variables: () => [
        ['OTEL_SEMCONV_STABILITY_OPT_IN', 'gen_ai_latest_experimental'],
        [CAPTURE, 'SPAN_ONLY'],
      ],
      code: PYTHON_START,
      content:
        'The last two variables include prompts and answers. Earlier versions take true in place of SPAN_ONLY and send messages as logs: set OTEL_LOGS_EXPORTER=otlp as well. For Gemini, install opentelemetry-instrumentation-google-genai.',
    },
    {
      label: 'OpenLLMetry (Traceloop)',
      install: 'pip install traceloop-sdk',
      variables: traceloopVariables,
      code: {
        label: 'In the application',
        text: 'from traceloop.sdk import Traceloop\n\nTraceloop.init()  # Before the first call of a model.',
      },
      content: TRACELOOP_CONTENT,
    },
    {
      label: 'OpenInference (Arize)',
      install: `pip install ${PYTHON_EXPORTER} openinference-instrumentation-openai`,
      code: PYTHON_START,
      content: `${OPENINFERENCE_CONTENT} There is a package for each client and framework, such as openinference-instrumentation-langchain.`,
    },
    {
      label: 'Pydantic AI, logfire',
      install: 'pip install pydantic-ai logfire',
      code: {
        label: 'In the application',
        text: `import logfire

logfire.configure(send_to_logfire=False)
logfire.instrument_pydantic_ai()  # or instrument_openai(), instrument_anthropic()`,
      },
      content: 'Prompts and answers are included unless Pydantic AI is given include_content=False.',
    },
  ],
  node: [
    {
      label: 'OpenTelemetry',
      ...nodeInstrumentation('@opentelemetry/instrumentation-openai'),
      variables: () => IN_LOGS,
      content: LOGS_CONTENT,
    },
    {
      label: 'Vercel AI SDK',
      install: 'npm install @opentelemetry/sdk-node @opentelemetry/instrumentation @ai-sdk/otel',
      code: {
        label: 'In the application',
        text: `${nodeSdk('')}

// In the application, from version 7 on, once:
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
    {
      label: 'OpenLLMetry (Traceloop)',
      install: 'npm install @traceloop/node-server-sdk',
      variables: traceloopVariables,
      code: {
        label: 'In the application',
        text: `// First of all, before the client of the model is imported:
import * as traceloop from '@traceloop/node-server-sdk';

traceloop.initialize();`,
      },
      content: TRACELOOP_CONTENT,
    },
    {
      label: 'OpenInference (Arize)',
      ...nodeInstrumentation('@arizeai/openinference-instrumentation-openai'),
      content: OPENINFERENCE_CONTENT,
    },
  ],
  java: [
    {
      label: 'OpenTelemetry',
      install:
        'curl -LO https://github.com/open-telemetry/opentelemetry-java-instrumentation/releases/latest/download/opentelemetry-javaagent.jar',
      variables: () => IN_LOGS,
      code: { label: 'Start', text: 'java -javaagent:opentelemetry-javaagent.jar -jar app.jar' },
      content: `${LOGS_CONTENT} The agent knows OpenAI’s client, AWS’s for Bedrock, and Spring AI.`,
    },
  ],
  go: [
    {
      label: 'OpenTelemetry, by hand',
      install:
        'go get go.opentelemetry.io/otel/sdk go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp',
      code: {
        label: 'In the application',
        text: `// Once. The exporter reads the variables above.
exporter, err := otlptracehttp.New(ctx)
if err != nil {
	log.Fatal(err)
}
provider := trace.NewTracerProvider(trace.WithBatcher(exporter))
defer provider.Shutdown(ctx)
tracer := provider.Tracer("models")

// Around every call:
ctx, span := tracer.Start(ctx, "chat gpt-4o")
defer span.End()
span.SetAttributes(
	attribute.String("gen_ai.operation.name", "chat"),
	attribute.String("gen_ai.provider.name", "openai"),
	attribute.String("gen_ai.request.model", "gpt-4o"),
	attribute.String("gen_ai.input.messages",
		\`[{"role":"user","parts":[{"type":"text","content":"Name a river."}]}]\`),
	attribute.String("gen_ai.output.messages",
		\`[{"role":"assistant","parts":[{"type":"text","content":"The Elbe."}]}]\`),
	attribute.Int("gen_ai.usage.input_tokens", 12),
	attribute.Int("gen_ai.usage.output_tokens", 4),
)`,
      },
      content:
        'OpenTelemetry has no instrumentation of model clients for Go: an application writes the spans itself. Prompts and answers are the two attributes with messages.',
    },
  ],
  other: [
    {
      label: 'Claude Code',
      variables: () => [
        ['CLAUDE_CODE_ENABLE_TELEMETRY', '1'],
        ['OTEL_LOGS_EXPORTER', 'otlp'],
      ],
      content:
        'Its logs have the model, tokens, latency, errors, the session and the user of every call, but no prompts or answers.',
    },
    {
      label: 'Any language',
      content:
        'Set these variables for any exporter of OTLP over HTTP. Spans that follow the GenAI conventions are read, with their prompts and answers if the instrumentation records them: most do not unless they are told to.',
    },
  ],
};

const LABELS: Variable = [
  'OTEL_RESOURCE_ATTRIBUTES',
  'parley.label.environment=production,parley.label.feature=search',
];

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
