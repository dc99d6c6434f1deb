import { type ReactNode, useContext, useState } from 'react';
import type { ShownMessage, ShownPart } from './pair-tools.ts';
import { hasMatch, type SearchMarks, SearchMarksContext, termsOf, toolTerms } from './search-marks.ts';

type Props = { title: string; messages: readonly ShownMessage[]; children: ReactNode };

/** Folded messages; unfolded at first if they contain a search match. */
export function FoldedMessages({ title, messages, children }: Props) {
  const marks = useContext(SearchMarksContext);
  const [openAtFirst] = useState(() =>
    messages.some((message) => message.parts.some((part) => isMarked(part, message, marks))),
  );
  return (
    <details open={openAtFirst} className="group/fold">
      <summary className="flex list-none items-center gap-2 rounded-md border border-line px-3 py-1.5 text-sm text-ink-2 hover:bg-sunken">
        {title}
        <span className="ml-auto font-medium text-accent">
          <span className="group-open/fold:hidden">Show</span>
          <span className="hidden group-open/fold:inline">Hide</span>
        </span>
      </summary>
      <div className="flex flex-col gap-4 pt-4">{children}</div>
    </details>
  );
}

function isMarked(part: ShownPart, { role, index }: ShownMessage, marks: SearchMarks): boolean {
  const said = termsOf(marks, role, index);
  if (part.type === 'tool') return hasMatch(part.call.arguments, said);
  return 'text' in part && hasMatch(part.text, part.type === 'tool_result' ? toolTerms(marks) : said);
}
