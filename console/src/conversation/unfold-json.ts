/** JSON inside the strings of JSON, as tools often answer: unfolded to be read. */
import { type JsonNode, readJsonSource } from './json-source.ts';

/** How often JSON may be inside JSON; what is deeper stays a string. */
const MAX_LEVELS = 4;

/** The node with each string that holds an object or a list in place of the string; null where there is none. */
export function unfolded(node: JsonNode): JsonNode | null {
  let found = false;
  const unfold = (one: JsonNode, level: number): JsonNode => {
    if (one.kind === 'object') {
      return {
        kind: 'object',
        entries: one.entries.map(({ key, value }) => ({ key, value: unfold(value, level) })),
      };
    }
    if (one.kind === 'array') return { kind: 'array', items: one.items.map((item) => unfold(item, level)) };
    const inner = one.kind === 'string' && level < MAX_LEVELS ? innerJson(one.source) : null;
    if (inner === null) return one;
    found = true;
    return unfold(inner, level + 1);
  };
  const result = unfold(node, 0);
  return found ? result : null;
}

/** The object or list that a string holds, read from its source; other JSON is as good as text. */
function innerJson(source: string): JsonNode | null {
  // Escapes of an object that is a string: most strings need no parsing.
  if (!/^"\s*[{[]/.test(source)) return null;
  const text = textOf(source);
  const node = text === null ? null : readJsonSource(text);
  return node?.kind === 'object' || node?.kind === 'array' ? node : null;
}

function textOf(source: string): string | null {
  try {
    const text: unknown = JSON.parse(source);
    return typeof text === 'string' ? text : null;
  } catch {
    return null;
  }
}
