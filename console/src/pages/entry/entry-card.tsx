import { type ReactNode, useEffect } from 'react';

type Props = { title: string; intro?: ReactNode; children?: ReactNode; footer?: ReactNode };

/** A centred card: the frame of all pages before the sign-in. */
export function EntryCard({ title, intro, children, footer }: Props) {
  useEffect(() => {
    document.title = `${title} · Parley`;
  }, [title]);
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 pt-[max(2rem,14dvh)] pb-8">
      <div className="flex w-full max-w-[23rem] flex-col gap-5">
        <p className="flex items-center justify-center gap-2.5 text-xl font-semibold">
          <img src="/icon.svg" alt="" width="28" height="28" />
          Parley
        </p>
        <div className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-6 shadow-xs">
          <div className="flex flex-col gap-1">
            <h1 className="text-lg font-semibold">{title}</h1>
            {intro ? <div className="text-ink-2">{intro}</div> : null}
          </div>
          {children}
        </div>
        {footer ? (
          <div className="flex flex-col items-center gap-1.5 text-center text-sm text-ink-2">{footer}</div>
        ) : null}
      </div>
    </main>
  );
}
