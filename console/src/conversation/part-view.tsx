import type { Role } from '@parley/contract';
import { useState } from 'react';
import { count } from '../lib/format.ts';
import { Markdown, PlainText } from './markdown.tsx';
import type { ShownPart } from './pair-tools.ts';
import { ToolResultView, ToolView } from './tool-view.tsx';

export function PartView({ part, role }: { part: ShownPart; role: Role }) {
  switch (part.type) {
    case 'text':
      return <Long text={part.text} plain={role === 'system'} />;
    case 'thinking':
      return (
        <details className="rounded-md border border-line px-3 py-1.5">
          <summary className="text-sm text-ink-2">
            Thinking <span>· {count(part.text.length)} characters</span>
          </summary>
          <div className="pt-2 text-ink-2">
            <Markdown text={part.text} />
          </div>
        </details>
      );
    case 'refusal':
      return (
        <div className="flex flex-col items-start gap-1 rounded-md bg-bad-soft px-3 py-2">
          <span className="text-xs font-semibold text-bad">Refusal</span>
          <PlainText text={part.text} />
        </div>
      );
    case 'tool':
      return <ToolView call={part.call} result={part.result} />;
    case 'tool_result':
      return <ToolResultView name={part.name} text={part.text} />;
    case 'media':
      return <Media kind={part.kind} mimeType={part.mimeType} url={part.url} />;
    case 'other':
      return (
        <p className="text-sm text-ink-2">
          A block of the kind <code className="font-mono">{part.name}</code>: see the raw JSON.
        </p>
      );
  }
}

/** Longer texts are cut off until somebody wants all of them. */
const LONG = 5000;

function Long({ text, plain }: { text: string; plain: boolean }) {
  const [whole, setWhole] = useState(text.length <= LONG);
  const shown = whole ? text : `${text.slice(0, LONG)}…`;
  return (
    <>
      {plain ? <PlainText text={shown} /> : <Markdown text={shown} />}
      {whole ? null : (
        <button
          type="button"
          onClick={() => setWhole(true)}
          className="self-start text-sm font-medium text-accent hover:underline"
        >
          Show all {count(text.length)} characters
        </button>
      )}
    </>
  );
}

type MediaProps = Omit<Extract<ShownPart, { type: 'media' }>, 'key' | 'type'>;

function Media({ kind, mimeType, url }: MediaProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 rounded-md border border-dashed border-line-strong px-3 py-2 text-sm">
      <span className="font-medium capitalize">{kind}</span>
      <span className="text-ink-2">{mimeType ?? 'of an unknown type'}</span>
      {url ? (
        <a
          href={url}
          target="_blank"
          rel="noreferrer noopener"
          className="min-w-0 truncate text-accent underline"
        >
          {url}
        </a>
      ) : (
        <span className="text-ink-2">· its bytes are not kept</span>
      )}
    </div>
  );
}
