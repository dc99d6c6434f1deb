import type { Usage } from '@parley/contract';
import { count, NONE, percent } from '../lib/format.ts';
import { type TokenPart, tokenParts } from './cost-formula.ts';

const COLOURS: Record<TokenPart['name'], string> = {
  fresh: 'bg-c1',
  cachedInput: 'bg-c6',
  cacheWrite: 'bg-c5',
  answer: 'bg-c2',
  reasoning: 'bg-c4',
};

/** The tokens by part, as a bar and a table. */
export function TokenTable({ usage }: { usage: Usage }) {
  const parts = tokenParts(usage);
  const sum = parts.reduce((total, { tokens }) => total + tokens, 0);
  const total = usage.total ?? (usage.input === null || usage.output === null ? null : sum);
  if (parts.length === 0 && total === null) {
    return <p className="text-ink-3">The provider did not report token counts.</p>;
  }
  return (
    <>
      <div aria-hidden="true" className="flex h-2 gap-px overflow-hidden rounded-full bg-line">
        {parts.map(({ name, tokens }) => (
          <div key={name} className={COLOURS[name]} style={{ flexGrow: tokens, minWidth: 2 }} />
        ))}
      </div>
      <table className="w-full text-left">
        <caption className="sr-only">Tokens by part</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Tokens</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ name, label, tokens }) => (
            <tr key={name}>
              <th scope="row" className="py-0.5 font-normal">
                <span
                  aria-hidden="true"
                  className={`mr-2 inline-block size-2.5 rounded-sm ${COLOURS[name]}`}
                />
                {label}
              </th>
              <td className="py-0.5 text-right">{count(tokens)}</td>
              <td className="w-20 py-0.5 text-right text-ink-3">{percent(tokens / sum)}</td>
            </tr>
          ))}
          <tr className="border-t border-line font-medium">
            <th scope="row" className="pt-1 font-medium">
              Total
            </th>
            <td className="pt-1 text-right">{count(total)}</td>
            <td className="w-20 pt-1 text-right text-ink-3">{total === null ? NONE : ''}</td>
          </tr>
        </tbody>
      </table>
    </>
  );
}
