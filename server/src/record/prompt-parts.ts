/** What a prompt is recognised by: its name, or else the system text and the tools. */
import type { Exchange, Labels, RecordedFormat } from '@parley/contract';
import { type Json, type OfferedTool, offeredTool, offeredTools, toolDefinitions } from '../formats/index.ts';
import { toolsInTelemetry } from '../otel/exchange/tools-in-telemetry.ts';

export type PromptParts = {
  /** As the client names it. */
  name: string | null;
  version: string | null;
  text: string;
  tools: string[];
  /** False for later turns, which repeat the text. */
  begins: boolean;
};

/** What is stored of a prompt. */
export type SeenPrompt = {
  id: string;
  /** As the client names it. */
  version: string | null;
  /** Hashes of its clauses and tools, separated by spaces (`server/src/prompts/features.ts`). */
  features: string;
};

/** Recognises the prompt of an interaction of an application; `at` is the time of the request. */
export type PromptOf = (appId: string, parts: PromptParts, at: number) => SeenPrompt | null;

const NAMES = ['prompt', 'prompt.name', 'prompt_name', 'promptName'];
const VERSIONS = ['prompt.version', 'prompt_version', 'promptVersion'];
const MAX_NAME_LENGTH = 256;

export function promptParts(
  format: RecordedFormat,
  request: Json,
  { input, previousUpstreamId }: Pick<Exchange, 'input' | 'previousUpstreamId'>,
  labels: Labels,
): PromptParts {
  const upstream = Object(request.prompt);
  return {
    name: first([...NAMES.map((name) => labels[name]), upstream.id]),
    version: first([...VERSIONS.map((name) => labels[name]), upstream.version]),
    text: systemText(input),
    tools: format === 'otel' ? toolsInTelemetry(request) : toolDefinitions(request),
    begins: previousUpstreamId === null && !input.some(({ role }) => role === 'assistant'),
  };
}

/** The tools that a request of any format offers. */
export function toolsOffered(format: RecordedFormat, request: Json): OfferedTool[] {
  if (format !== 'otel') return offeredTools(request);
  return toolsInTelemetry(request).flatMap((text) => {
    try {
      return [offeredTool(Object(JSON.parse(text)))];
    } catch {
      return [];
    }
  });
}

/** The system messages that a conversation begins with. */
export function systemText(input: Exchange['input']): string {
  const texts: string[] = [];
  for (const { role, content } of input) {
    if (role !== 'system') break;
    for (const part of content) if (part.type === 'text') texts.push(part.text);
  }
  return texts.join('\n');
}

function first(values: readonly unknown[]): string | null {
  for (const value of values) {
    if (typeof value === 'string' && value !== '' && value.length <= MAX_NAME_LENGTH)
      return value.toWellFormed();
  }
  return null;
}
