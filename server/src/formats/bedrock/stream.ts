import type { Json } from '../format.ts';
import type { Assemble } from '../streams/events.ts';
import { assembleConverse, isConverseEvent } from './converse-stream.ts';
import { assembleLlama, assembleMistral, assembleTitan } from './family-streams.ts';

export function assemblerOf(event: Json): Assemble | null {
  if (typeof event.generation === 'string') return assembleLlama;
  if (typeof event.outputText === 'string') return assembleTitan;
  if (Array.isArray(event.outputs)) return assembleMistral;
  return isConverseEvent(event) ? assembleConverse : null;
}
