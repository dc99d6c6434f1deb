/** Supervised tuning of Gemini on Vertex AI. */
import type { Tool, Turn } from '../example.ts';
import { argumentsOf, noteDisliked, onlyText, saidBy, systemApart, type Write } from './format.ts';

type Content = { role: 'user' | 'model'; parts: Record<string, unknown>[] };

export const writeGemini: Write = (example, note) => {
  const { system, turns } = systemApart(example);
  noteDisliked(example, note);
  const contents: Content[] = [];
  for (const turn of turns) {
    const role = turn.role === 'assistant' ? 'model' : 'user';
    const last = contents.at(-1);
    // Parts of one role follow each other in one content.
    if (last?.role === role) last.parts.push(...partsOf(turn));
    else contents.push({ role, parts: partsOf(turn) });
  }
  return {
    ...(system === '' ? {} : { systemInstruction: { role: 'system', parts: [{ text: system }] } }),
    contents,
    ...(example.tools.length === 0
      ? {}
      : { tools: [{ functionDeclarations: example.tools.map(declarationOf) }] }),
  };
};

function partsOf(turn: Exclude<Turn, { role: 'system' }>): Content['parts'] {
  if (turn.role === 'user') return [{ text: onlyText(turn) }];
  if (turn.role === 'tool')
    return [{ functionResponse: { name: turn.name ?? turn.id, response: responseOf(turn.text) } }];
  const said = saidBy(turn);
  return [
    ...(said === '' ? [] : [{ text: said }]),
    ...turn.calls.map((call) => ({ functionCall: { name: call.name, args: argumentsOf(call) } })),
  ];
}

function responseOf(text: string): object {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed;
  } catch {
    // A plain text.
  }
  return { result: text };
}

function declarationOf({ name, description, parameters }: Tool) {
  return { name, ...(description === null ? {} : { description }), parameters };
}
