import { readCohere } from '../cohere/cohere.ts';
import type { ReadFamily } from './family.ts';

/** Cohere Command (a prompt and `generations`) and Command R (a message or messages), in Cohere's shapes. */
export const readCommand: ReadFamily = (request, response) =>
  readCohere(request, response, Array.isArray(response.generations) ? 'generate' : 'chat');
