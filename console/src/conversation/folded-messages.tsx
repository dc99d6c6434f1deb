import { type ReactNode, useState } from 'react';
import { hasAny } from './fold-text.ts';
import type { ShownMessage, ShownPart } from './pair-tools.ts';
import { useSearchTerms } from './search-terms.ts';

type Props = { title: string; messages: readonly ShownMessage[]; children: ReactNode };

/** Folded messages; unfolded at first if they contain a search match. */
export function FoldedMessages({ title, messages, children }: Props) {
  const sought = useSearchTerms();
  const [openAtFirst] = useState(() =>
    messages.some(({ parts }) => parts.some((part) => hasAny(textOf(part), sought))),
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

function textOf(part: ShownPart): string {
  if (part.type === 'tool') return `${part.call.arguments} ${part.result?.text ?? ''}`;
  return 'text' in part ? part.text : '';
}
