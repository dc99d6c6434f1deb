/** Why an interaction has no texts, and what to set so that the next one has. */
import type { ApplicationSettings, Interaction } from '@parley/contract';

export type MissingTexts = {
  why: string;
  /** What to set, ready to copy: variables of the environment, or code. */
  set?: string;
};

type Sent = Pick<Interaction, 'format' | 'version' | 'receivedAt'>;
type Keeping = Pick<ApplicationSettings, 'storeBodies' | 'bodyRetentionDays'>;

const DAY_MS = 86_400_000;

export function missingTexts(
  { format, version, receivedAt }: Sent,
  keeping: Keeping | undefined,
  now: number,
): MissingTexts {
  if (keeping?.storeBodies === false)
    return { why: 'This application stores numbers only: see Data in its settings.' };
  const days = keeping?.bodyRetentionDays ?? null;
  if (days !== null && now - Date.parse(receivedAt) > days * DAY_MS)
    return {
      why: `Texts are deleted after ${days === 1 ? 'one day' : `${days} days`}: see Data in its settings.`,
    };
  if (format !== 'otel') return { why: 'The text of this interaction is not kept.' };
  return LIBRARIES.find(([scope]) => scope.test(version))?.[1] ?? UNKNOWN_LIBRARY;
}

const CAPTURE = 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT';
const OFF = 'leaves prompts and answers out unless it is told to include them';

/** By the name of the library, which telemetry calls its scope. The first that matches applies. */
const LIBRARIES: readonly (readonly [scope: RegExp, missing: MissingTexts])[] = [
  [/claude_code/, { why: 'Claude Code’s telemetry has no prompts or answers.' }],
  [
    /openinference/,
    {
      why: 'OpenInference was told to hide prompts and answers.',
      set: 'export OPENINFERENCE_HIDE_INPUTS="false"\nexport OPENINFERENCE_HIDE_OUTPUTS="false"',
    },
  ],
  [
    /^(@opentelemetry\/|io\.opentelemetry\.)/,
    {
      why: `OpenTelemetry’s instrumentation ${OFF}. They come as logs.`,
      set: `export ${CAPTURE}="true"\nexport OTEL_LOGS_EXPORTER="otlp"`,
    },
  ],
  [
    /^opentelemetry\.(util\.genai|instrumentation\.(genai|google_genai|vertexai|\w+_v2))/,
    {
      why: `OpenTelemetry’s instrumentation ${OFF}.`,
      set: `export OTEL_SEMCONV_STABILITY_OPT_IN="gen_ai_latest_experimental"\nexport ${CAPTURE}="SPAN_ONLY"`,
    },
  ],
  [
    /^(@traceloop\/|opentelemetry\.instrumentation\.)/,
    {
      why: 'OpenLLMetry was told to leave prompts and answers out.',
      set: 'export TRACELOOP_TRACE_CONTENT="true"',
    },
  ],
  [
    /^(ai|@ai-sdk\/otel)$/,
    {
      why: 'The Vercel AI SDK was told not to record inputs or outputs.',
      set: 'experimental_telemetry: { isEnabled: true, recordInputs: true, recordOutputs: true }',
    },
  ],
  [
    /^(pydantic-ai|logfire)/,
    {
      why: 'Pydantic AI was told to leave prompts and answers out.',
      set: 'Agent.instrument_all(InstrumentationSettings(include_content=True))',
    },
  ],
];

const UNKNOWN_LIBRARY: MissingTexts = {
  why: 'The telemetry of this call has no prompts or answers. Most instrumentations leave them out unless they are told to include them.',
  set: `export OTEL_SEMCONV_STABILITY_OPT_IN="gen_ai_latest_experimental"\nexport ${CAPTURE}="SPAN_ONLY"`,
};
