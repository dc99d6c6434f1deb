/** A conversation as Markdown, to be pasted into an issue or a document. */
import type { Interaction, Message, Part } from '@parley/contract';
import { errorLine } from './error-text.ts';
import { indentJson } from './json-source.ts';
import type { ShownPart } from './pair-tools.ts';
import { scoreText, vectorsText } from './retrieval-text.ts';
import { ROLE_NAMES } from './role-names.ts';

export function asMarkdown({
  input,
  output,
  error,
  vectors,
}: Pick<Interaction, 'input' | 'output' | 'error' | 'vectors'>): string {
  const messages = [...input, ...output].map(
    (message) => `## ${ROLE_NAMES[message.role]}\n\n${messageMarkdown(message)}`,
  );
  const failure = error ? [`## Error\n\n${errorLine(error)}`] : [];
  const embedded = vectors === null ? [] : [`## Answer\n\n${vectorsText({ vectors })}`];
  return `${[...messages, ...embedded, ...failure].join('\n\n')}\n`;
}

export function messageMarkdown({ content }: Message): string {
  return content.map(partMarkdown).join('\n\n');
}

/** A message as shown: tool results are next to their calls. */
export function shownMarkdown(parts: readonly ShownPart[]): string {
  const told = parts.flatMap((part): Part[] => {
    if (part.type !== 'tool') return [part];
    return [{ type: 'tool_call', ...part.call }, ...(part.result ? [part.result] : [])];
  });
  return told.map(partMarkdown).join('\n\n');
}

function partMarkdown(part: Part): string {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return part.text;
    case 'thinking':
      return part.text
        .split('\n')
        .map((line) => `> ${line}`.trimEnd())
        .join('\n');
    case 'tool_call':
      return `Call of \`${part.name}\`:\n\n${fenced(part.arguments)}`;
    case 'tool_result':
      return `Result${part.name === null ? '' : ` of \`${part.name}\``}:\n\n${fenced(part.text)}`;
    case 'media':
      return `[${part.kind}${part.url === null ? '' : `: ${part.url}`}]`;
    case 'ranked':
      return `${scoreText(part.score)} for document ${part.index + 1}`;
    case 'other':
      return `[${part.name}]`;
  }
}

/** A fence with more backticks than the text contains. */
function fenced(text: string): string {
  const json = indentJson(text);
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${json === null ? '' : 'json'}\n${json ?? text}\n${fence}`;
}
