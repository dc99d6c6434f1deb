import type { ReactNode } from 'react';
import type { ComparedFact } from './compared-facts.ts';

type Props = {
  label: string;
  /** The heads of the two columns. */
  heads: readonly [ReactNode, ReactNode];
  facts: readonly ComparedFact[];
  /** Names are those of parameters. */
  code?: boolean;
};

/** Facts of both side by side; what differs is marked. */
export function FactsTable({ label, heads, facts, code = false }: Props) {
  return (
    <table className="tabular w-full table-fixed border-collapse">
      <caption className="sr-only">{label}</caption>
      <colgroup>
        <col className="w-28 sm:w-48" />
        <col />
        <col />
      </colgroup>
      <thead>
        <tr className="border-b border-line text-left text-sm text-ink-3">
          <th scope="col" className="py-1.5 font-medium">
            <span className="sr-only">Name</span>
          </th>
          {heads.map((head, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: A and B.
            <th key={place} scope="col" className="py-1.5 pl-3 font-medium">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {facts.map(({ name, a, b, differs, change }) => (
          <tr
            key={name}
            className={`border-b border-line align-top last:border-b-0 ${differs ? '' : 'text-ink-3'}`}
          >
            <th
              scope="row"
              className={`py-1.5 pr-2 text-left font-normal text-ink-2 wrap-anywhere ${code ? 'font-mono text-sm' : ''}`}
            >
              {name}
              {differs ? <span className="sr-only"> (differs)</span> : null}
            </th>
            <Value text={a} differs={differs} code={code} />
            <Value text={b} differs={differs} code={code} change={change} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type ValueProps = { text: string; differs: boolean; code: boolean; change?: string | undefined };

function Value({ text, differs, code, change }: ValueProps) {
  return (
    <td dir="auto" className="py-1.5 pl-3 wrap-anywhere">
      <span
        className={`${differs ? '-mx-1 rounded-sm bg-mark box-decoration-clone px-1 font-medium' : ''} ${code ? 'font-mono text-sm' : ''}`}
      >
        {text}
      </span>
      {change ? <span className="ml-2 text-sm whitespace-nowrap text-ink-3">{change}</span> : null}
    </td>
  );
}
