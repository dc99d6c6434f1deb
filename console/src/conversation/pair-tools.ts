/** A conversation as shown: tool results are paired with their calls. */
import type { Message, Part, Role, ToolCall } from '@parley/contract';

type ToolResult = Extract<Part, { type: 'tool_result' }>;
export type ShownPart = { key: string } & (
  | Exclude<Part, { type: 'tool_call' | 'tool_result' }>
  | { type: 'tool'; call: ToolCall; result: ToolResult | null }
  | ToolResult
);
/** `index` is that of the message in the conversation. */
export type ShownMessage = { index: number; role: Role; parts: readonly ShownPart[] };

export function pairTools(messages: readonly Message[]): ShownMessage[] {
  const open: Extract<ShownPart, { type: 'tool' }>[] = [];
  const shown = messages.map(({ role, content }, index) => {
    const parts: ShownPart[] = [];
    for (const [place, part] of content.entries()) {
      const key = `${index}.${place}`;
      if (part.type === 'tool_call') {
        const tool = { key, type: 'tool' as const, call: part, result: null };
        open.push(tool);
        parts.push(tool);
      } else if (part.type === 'tool_result') {
        const asked = open.findIndex(({ call }) => answers(part, call));
        const [tool] = asked < 0 ? [] : open.splice(asked, 1);
        if (tool) tool.result = part;
        else parts.push({ key, ...part });
      } else parts.push({ key, ...part });
    }
    return { index, role, parts };
  });
  // Messages that contained only tool results are left out.
  return shown.filter(({ parts }, index) => parts.length > 0 || messages[index]?.content.length === 0);
}

/** The same across the turns of a session: a result is paired with the call of an earlier turn. */
export function pairAcross(turns: readonly (readonly Message[])[]): ShownMessage[][] {
  const ends: number[] = [];
  for (const { length } of turns) ends.push((ends.at(-1) ?? 0) + length);
  const shown = Map.groupBy(pairTools(turns.flat()), ({ index }) => ends.findIndex((end) => index < end));
  return turns.map((_, turn) => shown.get(turn) ?? []);
}

/** By id, else by the tool's name, else the oldest call without a result. */
function answers(result: ToolResult, call: ToolCall): boolean {
  if (result.id !== null) return result.id === call.id;
  return result.name === null || result.name === call.name;
}
