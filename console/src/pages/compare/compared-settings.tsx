import { DiffView } from '../../conversation/diff-view.tsx';
import { indentJson } from '../../conversation/json-source.ts';
import { changesIn } from '../../conversation/prompt-changes.ts';
import type { RequestSettings } from '../../conversation/request-settings.ts';
import { count } from '../../lib/format.ts';
import { FactsTable } from './facts-table.tsx';

type Props = { a: RequestSettings; b: RequestSettings };

/** Parameters of both requests, and the tools that differ. */
export function ComparedSettings({ a, b }: Props) {
  const names = [...new Set([...a.parameters.keys(), ...b.parameters.keys()])];
  const tools = changesIn(a.tools, b.tools);
  const equal = new Set([...a.tools.keys(), ...b.tools.keys()]).size - tools.length;
  const facts = names.map((name) => {
    const [before, after] = [a.parameters.get(name), b.parameters.get(name)];
    return { name, a: before ?? 'Not set', b: after ?? 'Not set', differs: before !== after };
  });
  return (
    <div className="flex flex-col gap-4">
      {names.length === 0 ? (
        <p className="text-ink-3">Neither request sets any.</p>
      ) : (
        <FactsTable label="Parameters" heads={['A', 'B']} facts={facts} code />
      )}
      {tools.map(({ name, before, after }) => (
        <article key={name} className="flex min-w-0 flex-col gap-1.5">
          <h3 className="text-xs font-semibold text-ink-2">
            Tool <code className="font-mono">{name}</code>
            {before === null || after === null ? (
              <span className="font-normal text-ink-3"> · only in {before === null ? 'B' : 'A'}</span>
            ) : null}
          </h3>
          <DiffView before={indented(before)} after={indented(after)} />
        </article>
      ))}
      {equal > 0 ? (
        <p className="text-sm text-ink-3">
          {equal === 1 ? '1 tool is equal.' : `${count(equal)} tools are equal.`}
        </p>
      ) : null}
    </div>
  );
}

function indented(json: string | null): string {
  return json === null ? '' : (indentJson(json) ?? json);
}
