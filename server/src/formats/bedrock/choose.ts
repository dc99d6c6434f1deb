import { isCompletion, isMessage } from '../anthropic/anthropic.ts';
import type { Json } from '../format.ts';
import { isObject, name } from '../shared/read.ts';
import { readClaude } from './claude.ts';
import { readCommand } from './command.ts';
import { readUnknown } from './fallback.ts';
import type { ReadFamily } from './family.ts';
import { readJamba } from './jamba.ts';
import { readJurassic } from './jurassic.ts';
import { readLlama } from './llama.ts';
import { readMistral } from './mistral.ts';
import { readNova } from './nova.ts';
import { readTitan } from './titan.ts';

/**
 * Chooses the family by the shape of the bodies, then by the model id, which may be an ARN that names no
 * vendor.
 */
export function chooseFamily(modelId: string, request: Json, response: Json): ReadFamily {
  return byResponse(response) ?? byRequest(request) ?? byModelId(modelId) ?? byDialect(response);
}

function byResponse(response: Json): ReadFamily | null {
  if (Array.isArray(response.results)) return readTitan;
  if (Array.isArray(response.completions)) return readJurassic;
  if (isCompletion(response) || isMessage(response)) return readClaude;
  if (Array.isArray(response.generations) || isObject(response.message)) return readCommand;
  if (typeof response.generation === 'string') return readLlama;
  if (Array.isArray(response.outputs)) return readMistral;
  if (isObject(response.output)) return readNova;
  return typeof response.text === 'string' && isCohereChat(response) ? readCommand : null;
}

function isCohereChat(response: Json): boolean {
  return name(response.response_id) !== null || name(response.generation_id) !== null;
}

function byRequest(request: Json): ReadFamily | null {
  if (typeof request.inputText === 'string') return readTitan;
  if (request.anthropic_version !== undefined || request.max_tokens_to_sample !== undefined)
    return readClaude;
  if (request.max_gen_len !== undefined) return readLlama;
  if (isObject(request.inferenceConfig) || request.schemaVersion !== undefined) return readNova;
  return typeof request.message === 'string' ? readCommand : null;
}

const BY_VENDOR: readonly (readonly [part: string, read: ReadFamily])[] = [
  ['amazon.titan', readTitan],
  ['amazon.nova', readNova],
  ['ai21.jamba', readJamba],
  ['ai21.', readJurassic],
  ['anthropic.', readClaude],
  ['cohere.', readCommand],
  ['meta.', readLlama],
  ['mistral.', readMistral],
];

function byModelId(modelId: string): ReadFamily | null {
  for (const [part, read] of BY_VENDOR) if (modelId.includes(part)) return read;
  return null;
}

/** Jamba names itself in its responses, even behind an ARN. */
function byDialect(response: Json): ReadFamily {
  return name(response.model)?.startsWith('jamba') === true ? readJamba : readUnknown;
}
