/** Loading, empty and error states. */
import type { ReactNode } from 'react';
import { Refusal } from '../api/call.ts';
import { Button } from './button.tsx';
import { IssueText } from './issue-text.tsx';

export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden className={`animate-pulse rounded-md bg-line/60 ${className}`} />;
}

export function SkeletonRows({ rows = 8 }: { rows?: number }) {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-2 p-4">
      {Array.from({ length: rows }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same.
        <Skeleton key={i} className="h-6" />
      ))}
    </div>
  );
}

/** The look of an answer that a newer one will replace: it must not pass for final. */
export const STALE = 'pointer-events-none opacity-40 grayscale';

/** Dims the previous answer while a changed query is loading. */
export function Stale({ stale, children }: { stale: boolean; children: ReactNode }) {
  return (
    <div aria-busy={stale} className={`transition-opacity ${stale ? STALE : ''}`}>
      {children}
    </div>
  );
}

type EmptyProps = { title: string; children?: ReactNode };

/** An empty state, which says what to do next. */
export function EmptyState({ title, children }: EmptyProps) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-14 text-center">
      <p className="text-lg font-medium">{title}</p>
      <div className="max-w-md text-ink-2">{children}</div>
    </div>
  );
}

type ErrorProps = { error: unknown; retry?: () => void; busy?: boolean };

export function ErrorState({ error, retry, busy = false }: ErrorProps) {
  const message = error instanceof Error ? error.message : 'Something went wrong.';
  const issues = error instanceof Refusal ? error.issues : [];
  // A timeout is not an error of the page; the banner explains it.
  const isLate = error instanceof Refusal && error.code === 'timeout';
  const [box, text] = isLate ? ['border-line bg-sunken', ''] : ['border-bad/40 bg-bad-soft', 'text-bad'];
  return (
    <div role="alert" className={`flex flex-col items-start gap-2 rounded-md border px-4 py-3 ${box}`}>
      <p className={`font-medium ${text}`}>{message}</p>
      {issues.length > 0 ? (
        <ul className="list-disc pl-5 text-sm">
          {issues.map((issue) => (
            <li key={`${issue.path} ${issue.message}`} className="wrap-anywhere">
              <IssueText issue={issue} />
            </li>
          ))}
        </ul>
      ) : null}
      {retry ? (
        <Button small busy={busy} onClick={retry}>
          Try again
        </Button>
      ) : null}
    </div>
  );
}
