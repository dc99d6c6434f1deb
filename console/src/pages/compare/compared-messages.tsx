import type { Message } from '@parley/contract';
import { messageMarkdown } from '../../conversation/as-markdown.ts';
import { compareMessages } from '../../conversation/compare-messages.ts';
import { DiffView } from '../../conversation/diff-view.tsx';
import { ROLE_NAMES } from '../../conversation/role-names.ts';
import { count } from '../../lib/format.ts';

type Props = { a: readonly Message[]; b: readonly Message[]; none: string };

/** Messages of both, with their differences; equal ones are folded. */
export function ComparedMessages({ a, b, none }: Props) {
  const compared = compareMessages(a, b);
  if (compared.length === 0) return <p className="text-ink-3">{none}</p>;
  return (
    <div className="flex flex-col gap-4">
      {compared.map((one, place) =>
        one.kind === 'same' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages never move.
          <EqualMessages key={place} messages={one.messages} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages never move.
          <article key={place} aria-label={ROLE_NAMES[one.role]} className="flex min-w-0 flex-col gap-1.5">
            <h3 className="text-xs font-semibold text-ink-2">
              {ROLE_NAMES[one.role]}
              {one.before === null || one.after === null ? (
                <span className="font-normal text-ink-3"> · only in {one.before === null ? 'B' : 'A'}</span>
              ) : null}
            </h3>
            <DiffView before={one.before ?? ''} after={one.after ?? ''} />
          </article>
        ),
      )}
    </div>
  );
}

function EqualMessages({ messages }: { messages: readonly Message[] }) {
  return (
    <details className="rounded-md border border-line">
      <summary className="px-3 py-1.5 text-sm text-ink-2">
        {messages.length === 1 ? '1 equal message' : `${count(messages.length)} equal messages`}
      </summary>
      <div className="flex flex-col gap-3 border-t border-line px-3 py-2">
        {messages.map((message, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages never move.
          <div key={place} className="flex flex-col gap-0.5">
            <h3 className="text-xs font-semibold text-ink-2">{ROLE_NAMES[message.role]}</h3>
            <p dir="auto" className="text-sm whitespace-pre-wrap wrap-anywhere text-ink-2">
              {messageMarkdown(message)}
            </p>
          </div>
        ))}
      </div>
    </details>
  );
}
