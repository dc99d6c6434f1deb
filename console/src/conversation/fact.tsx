import type { ReactNode } from 'react';

export function FactGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-2 border-b border-line pb-4 last:border-0">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  );
}

export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="tabular grid grid-cols-[8.5rem_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5">
      {children}
    </dl>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 wrap-break-word">{children}</dd>
    </>
  );
}
