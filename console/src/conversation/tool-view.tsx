import type { ToolCall } from '@parley/contract';
import { useContext, useMemo, useState } from 'react';
import { indentNode, readJsonSource } from './json-source.ts';
import { MarkedCode } from './marked-code.tsx';
import { hasMatch, SearchMarksContext, TermsContext, toolTerms } from './search-marks.ts';
import { unfolded } from './unfold-json.ts';

type Props = { call: ToolCall; result: { text: string } | null };

/** A tool call with its result. */
export function ToolView({ call, result }: Props) {
  const empty = call.arguments.trim() === '' || call.arguments.trim() === '{}';
  return (
    <section
      aria-label={`Call of the tool ${call.name}`}
      className="overflow-hidden rounded-md border border-line"
    >
      <header className="flex items-center gap-2 bg-sunken px-3 py-1.5 text-sm">
        <Wrench />
        <span dir="auto" className="min-w-0 truncate font-mono font-medium">
          {call.name}
        </span>
        <span className="ml-auto shrink-0 text-ink-2">{result ? 'Call and result' : 'Call'}</span>
      </header>
      <div className="flex flex-col gap-2 p-2">
        {empty ? (
          <p className="px-1 text-sm text-ink-2">No arguments</p>
        ) : (
          <Json source={call.arguments} label={`Arguments of ${call.name}`} />
        )}
        {result ? <Result text={result.text} label={`Result of ${call.name}`} /> : null}
      </div>
    </section>
  );
}

/** A result without its call. */
export function ToolResultView({ name, text }: { name: string | null; text: string }) {
  return (
    <section className="overflow-hidden rounded-md border border-line">
      <header className="flex items-center gap-2 bg-sunken px-3 py-1.5 text-sm">
        <Wrench />
        <span dir="auto" className="min-w-0 truncate font-mono font-medium">
          {name ?? 'Tool'}
        </span>
        <span className="ml-auto shrink-0 text-ink-2">Result</span>
      </header>
      <div className="p-2">
        <Result text={text} label="Result" />
      </div>
    </section>
  );
}

/** Longer results are folded. */
const MAX_UNFOLDED_LENGTH = 600;

function Result({ text, label }: { text: string; label: string }) {
  const marks = useContext(SearchMarksContext);
  const terms = useMemo(() => toolTerms(marks), [marks]);
  const [openAtFirst] = useState(() => text.length <= MAX_UNFOLDED_LENGTH || hasMatch(text, terms));
  if (text === '') return <p className="px-1 text-sm text-ink-2">Empty result</p>;
  return (
    <details open={openAtFirst}>
      <summary className="px-1 pb-1 text-sm text-ink-2">Result</summary>
      <TermsContext value={terms}>
        <Json source={text} label={label} />
      </TermsContext>
    </details>
  );
}

type Readable = {
  text: string;
  /** Whether JSON inside its strings was unfolded. */
  wasText: boolean;
};

/** Short JSON stays on one line. */
function readable(text: string): Readable {
  const node = readJsonSource(text);
  const inner = node && unfolded(node);
  if (inner) return { text: indentNode(inner), wasText: true };
  return { text: node && text.length > 60 ? indentNode(node) : text, wasText: false };
}

/** JSON that a tool got or returned, with a note where part of it was a string. */
function Json({ source, label }: { source: string; label: string }) {
  const { text, wasText } = readable(source);
  return (
    <>
      <MarkedCode text={text} label={label} />
      {wasText ? <p className="px-1 pt-1 text-xs text-ink-3">Contains JSON sent as a string.</p> : null}
    </>
  );
}

function Wrench() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 16 16"
      className="size-3.5 shrink-0 fill-none stroke-ink-3 stroke-[1.5]"
    >
      <path
        d="M13.5 4.5a3.5 3.5 0 0 1-4.6 4.1l-4.7 4.7a1.1 1.1 0 0 1-1.5-1.5l4.7-4.7a3.5 3.5 0 0 1 4.1-4.6L9.5 4.5l2 2z"
        strokeLinejoin="round"
      />
    </svg>
  );
}
