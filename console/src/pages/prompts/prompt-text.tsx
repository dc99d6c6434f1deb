import type { PromptVersion } from '@parley/contract';

/** The text of a version; what varies from call to call is marked. */
export function PromptText({ version }: { version: PromptVersion }) {
  const { text, tools, truncated } = version;
  if (text.length === 0 && tools.length === 0)
    return <p className="text-ink-3">There is no text: texts are not kept, or the prompt has only a name.</p>;
  return (
    <div className="flex flex-col gap-3">
      {text.length > 0 ? (
        <pre dir="auto" className="font-sans whitespace-pre-wrap wrap-anywhere">
          {text.map(({ text: piece, varies }, place) =>
            varies ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no name, and never move.
              <mark key={place} title="Varies from call to call" className="rounded-sm bg-mark text-inherit">
                {piece}
              </mark>
            ) : (
              piece
            ),
          )}
        </pre>
      ) : null}
      {tools.length > 0 ? (
        <p className="text-sm text-ink-2">
          Tools:{' '}
          {tools.map((tool, place) => (
            <span key={tool}>
              {place > 0 ? ', ' : ''}
              <code className="font-mono">{toolName(tool)}</code>
            </span>
          ))}
        </p>
      ) : null}
      {truncated ? <p className="text-sm text-ink-3">Only the beginning is shown.</p> : null}
    </div>
  );
}

function toolName(tool: string): string {
  return tool.split(' ', 1)[0] || 'unnamed';
}

/** The text as one string, in which what varies is the same for every call. */
export function comparedText({ text, tools }: PromptVersion): string {
  const fixed = text.map(({ text: piece, varies }) => (varies ? '…' : piece)).join('');
  return [fixed, ...tools.map((tool) => `Tool ${tool}`)].join('\n');
}
