import type { Json } from '../format.ts';
import { isObject } from '../shared/read.ts';
import { assembleCompletion, assembleMessage } from './anthropic.ts';
import { assembleChat } from './chat.ts';
import { assembleCohere, assembleCohereV2 } from './cohere.ts';
import { assembleConverse, isConverseEvent } from './converse.ts';
import type { Assemble } from './events.ts';
import { assembleLlama, assembleMistral, assembleTitan } from './families.ts';
import { assembleGemini } from './gemini.ts';
import { assembleResponses } from './responses.ts';
import { assembleWorkersAi } from './workers-ai.ts';

/** By the first event that tells: pings and errors look alike everywhere. Null when none does. */
export function chooseAssembler(events: readonly Json[]): Assemble | null {
  for (const event of events) {
    const assemble = byType(event.type) ?? byShape(event);
    if (assemble !== null) return assemble;
  }
  return null;
}

const COHERE_V2 = /^(?:message|content|tool-plan|tool-call|citation)-(?:start|delta|end)$/;

function byType(type: unknown): Assemble | null {
  if (typeof type !== 'string') return null;
  if (type.startsWith('response.')) return assembleResponses;
  if (type.startsWith('message_') || type.startsWith('content_block_')) return assembleMessage;
  return COHERE_V2.test(type) ? assembleCohereV2 : null;
}

function byShape(event: Json): Assemble | null {
  if (Array.isArray(event.choices)) return assembleChat;
  if (Array.isArray(event.candidates) || isObject(event.usageMetadata ?? event.usage_metadata)) {
    return assembleGemini;
  }
  if (isObject(event.promptFeedback ?? event.prompt_feedback)) return assembleGemini;
  if (typeof event.completion === 'string') return assembleCompletion;
  if (typeof (event.event_type ?? event.eventType) === 'string') return assembleCohere;
  if (typeof event.is_finished === 'boolean') return assembleCohere;
  if (typeof event.response === 'string') return assembleWorkersAi;
  if (typeof event.generation === 'string') return assembleLlama;
  if (typeof event.outputText === 'string') return assembleTitan;
  if (Array.isArray(event.outputs)) return assembleMistral;
  return isConverseEvent(event) ? assembleConverse : null;
}
