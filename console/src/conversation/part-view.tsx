import type { Role } from '@parley/contract';
import { useContext, useMemo, useState } from 'react';
import { count } from '../lib/format.ts';
import { LongText } from './long-text.tsx';
import { Markdown, PlainText } from './markdown.tsx';
import { MediaPart } from './media-part.tsx';
import type { ShownPart } from './pair-tools.ts';
import { scoreText } from './retrieval-text.ts';
import { hasMatch, SearchMarksContext, TermsContext, termsOf, toolTerms, useTerms } from './search-marks.ts';
import { ToolResultView, ToolView } from './tool-view.tsx';

type Props = {
  part: ShownPart;
  role: Role;
  /** The index of its message in the conversation; absent where nothing is repeated. */
  index?: number;
};

export function PartView({ part, role, index = -1 }: Props) {
  const marks = useContext(SearchMarksContext);
  const terms = useMemo(
    () => (part.type === 'tool_result' ? toolTerms(marks) : termsOf(marks, role, index)),
    [marks, part.type, role, index],
  );
  return (
    <TermsContext value={terms}>
      <Shown part={part} role={role} />
    </TermsContext>
  );
}

function Shown({ part, role }: { part: ShownPart; role: Role }) {
  switch (part.type) {
    case 'text':
      return <LongText text={part.text} plain={role === 'system'} />;
    case 'thinking':
      return <Thinking text={part.text} />;
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
      return <MediaPart part={part} />;
    case 'ranked':
      return (
        <p>
          Document {count(part.index + 1)} <span className="tabular text-ink-2">{scoreText(part.score)}</span>
        </p>
      );
    case 'other':
      return (
        <p className="text-sm text-ink-2">
          A block of the kind <code className="font-mono">{part.name}</code>: see the raw JSON.
        </p>
      );
  }
}

/** Folded, unless a search finds its words there. */
function Thinking({ text }: { text: string }) {
  const terms = useTerms();
  const [openAtFirst] = useState(() => hasMatch(text, terms));
  return (
    <details open={openAtFirst} className="rounded-md border border-line px-3 py-1.5">
      <summary className="text-sm text-ink-2">
        Thinking <span>· {count(text.length)} characters</span>
      </summary>
      <div className="pt-2 text-ink-2">
        <Markdown text={text} />
      </div>
    </details>
  );
}
