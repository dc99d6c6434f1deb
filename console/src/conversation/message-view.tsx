import { Button } from '../ui/button.tsx';
import { useCopy } from '../ui/copy.tsx';
import { shownMarkdown } from './as-markdown.ts';
import type { ShownMessage, ShownPart } from './pair-tools.ts';
import { PartView } from './part-view.tsx';
import { ROLE_NAMES } from './role-names.ts';

export function MessageView({ message: { role, parts, index } }: { message: ShownMessage }) {
  const look = role === 'user' ? 'rounded-lg bg-sunken px-3.5 py-2.5' : 'px-3.5';
  return (
    <article aria-label={ROLE_NAMES[role]} className={`group/message flex min-w-0 flex-col gap-2 ${look}`}>
      <header className="-my-1 flex h-6 items-center justify-between">
        <h3 className={`text-xs font-semibold ${role === 'assistant' ? 'text-accent-strong' : 'text-ink-2'}`}>
          {ROLE_NAMES[role]}
        </h3>
        {parts.length > 0 ? <CopyMessage parts={parts} /> : null}
      </header>
      {parts.length === 0 ? <p className="text-ink-3">Empty message</p> : null}
      {parts.map((part) => (
        <PartView key={part.key} part={part} role={role} index={index} />
      ))}
    </article>
  );
}

/** Visible on hover or focus; always visible on touch screens. */
function CopyMessage({ parts }: { parts: readonly ShownPart[] }) {
  const { copied, copy } = useCopy();
  return (
    <Button
      small
      look="ghost"
      onClick={() => copy(shownMarkdown(parts))}
      aria-label="Copy message"
      className="h-6 opacity-0 group-focus-within/message:opacity-100 group-hover/message:opacity-100 pointer-coarse:opacity-100"
    >
      <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
    </Button>
  );
}
