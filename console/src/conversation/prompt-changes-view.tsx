import { Fragment } from 'react';
import type { Compared } from '../lib/compare-lists.ts';
import { count } from '../lib/format.ts';
import type { Changed, PromptChanges } from './prompt-changes.ts';

type Props = {
  changes: PromptChanges;
  /** The number of the previous turn. */
  since: number;
  settings: { parameters: readonly Changed[]; tools: readonly Changed[] } | null;
  /** Whether the raw requests are missing, so that settings cannot be compared. */
  unknown: boolean;
};

/** The differences to the prompt of the previous turn. */
export function PromptChangesView({ changes, since, settings, unknown }: Props) {
  const { added, removed, system } = changes;
  const { parameters, tools } = settings ?? { parameters: [], tools: [] };
  return (
    <section
      aria-label={`Changed since turn ${since}`}
      className="flex flex-col gap-1.5 rounded-md border border-line px-3 py-2 text-sm"
    >
      <h3 className="font-semibold">Changed since turn {count(since)}</h3>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1">
        <dt className="text-ink-2">Messages</dt>
        <dd>
          {[amount(added, 'new'), removed > 0 ? amount(removed, 'removed') : ''].filter(Boolean).join(', ')}
        </dd>
        {system ? (
          <>
            <dt className="text-ink-2">System prompt</dt>
            <dd className="min-w-0">
              <SystemChanges lines={system} />
            </dd>
          </>
        ) : null}
        {tools.length > 0 ? (
          <>
            <dt className="text-ink-2">Tools</dt>
            <dd className="flex min-w-0 flex-col">
              {tools.map((tool) => (
                <span key={tool.name}>
                  <code className="font-mono wrap-anywhere">{tool.name}</code>{' '}
                  {tool.before === null ? 'added' : tool.after === null ? 'removed' : 'changed'}
                </span>
              ))}
            </dd>
          </>
        ) : null}
        {parameters.map(({ name, before, after }) => (
          <Fragment key={name}>
            <dt className="max-w-48 text-ink-2 wrap-anywhere">
              <code className="font-mono">{name}</code>
            </dt>
            <dd className="min-w-0 wrap-anywhere">
              <Value text={before} /> <span aria-hidden="true">→</span>
              <span className="sr-only">became</span> <Value text={after} />
            </dd>
          </Fragment>
        ))}
      </dl>
      {unknown ? (
        <p className="text-ink-2">Tools and parameters are not compared: the requests are not kept.</p>
      ) : null}
    </section>
  );
}

function amount(messages: number, what: string): string {
  return messages === 0 ? `none ${what}` : `${count(messages)} ${what}`;
}

const MAX_CHARACTERS = 120;

function Value({ text }: { text: string | null }) {
  if (text === null) return <span className="text-ink-3">not set</span>;
  return (
    <code className="font-mono" title={text.length > MAX_CHARACTERS ? text : undefined}>
      {text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text}
    </code>
  );
}

const MARKS = { same: ' ', added: '+', removed: '-' } as const;
const LOOKS = { same: 'text-ink-2', added: 'bg-good-soft', removed: 'bg-bad-soft' } as const;

function SystemChanges({ lines }: { lines: readonly Compared<string>[] }) {
  const [more, less] = (['added', 'removed'] as const).map(
    (kind) => lines.filter((line) => line.kind === kind).length,
  );
  return (
    <details>
      <summary>
        changed: {count(more)} {more === 1 ? 'line' : 'lines'} added, {count(less)} removed
      </summary>
      <pre
        dir="auto"
        className="mt-1 max-h-80 overflow-auto rounded-md border border-line font-mono text-sm whitespace-pre-wrap wrap-anywhere"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach that.
        tabIndex={0}
      >
        {lines.map(({ kind, item }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never move.
          <span key={place} className={`block px-2 ${LOOKS[kind]}`}>
            {MARKS[kind]} {item}
          </span>
        ))}
      </pre>
    </details>
  );
}
