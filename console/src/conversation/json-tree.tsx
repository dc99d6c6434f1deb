import { useState } from 'react';
import { count } from '../lib/format.ts';
import { type JsonNode, sizeOf } from './json-source.ts';

/** Initially open: down to the messages of a request, except long lists. */
const OPEN_LEVELS = 4;
const OPEN_SIZE = 40;
/** Initially shown of a list or a string. */
const SHOWN_CHILDREN = 200;
const SHOWN_CHARACTERS = 2000;

/** JSON as written, in a collapsible tree. */
export function JsonTree({ node }: { node: JsonNode }) {
  return (
    <div className="font-mono text-sm leading-relaxed wrap-anywhere">
      <Value node={node} level={0} />
    </div>
  );
}

type ValueProps = { name?: string; node: JsonNode; level: number };

function Value({ name, node, level }: ValueProps) {
  const size = sizeOf(node);
  if (size > 0) return <Branch name={name ?? ''} node={node} level={level} size={size} />;
  return (
    <div className="pl-4">
      <Name text={name ?? ''} />
      {node.kind === 'object' || node.kind === 'array' ? (
        <span className="text-ink-3">{node.kind === 'object' ? '{}' : '[]'}</span>
      ) : (
        <Scalar kind={node.kind} source={node.source} />
      )}
    </div>
  );
}

function Branch({ name, node, level, size }: Required<ValueProps> & { size: number }) {
  const [open, setOpen] = useState(level === 0 || (level < OPEN_LEVELS && size <= OPEN_SIZE));
  const [most, setMost] = useState(SHOWN_CHILDREN);
  const unit = node.kind === 'object' ? 'key' : 'item';
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)} className="group/branch">
      <summary className="flex list-none rounded-sm hover:bg-sunken">
        <span aria-hidden="true" className="w-4 shrink-0 text-ink-3">
          {open ? '▾' : '▸'}
        </span>
        <span>
          <Name text={name} />
          <span className="text-ink-3">
            {node.kind === 'object' ? '{' : '['}
            {open ? '' : `…${node.kind === 'object' ? '}' : ']'}`} {count(size)}{' '}
            {size === 1 ? unit : `${unit}s`}
          </span>
        </span>
      </summary>
      {open ? (
        <div className="ml-[7px] border-l border-line pl-2">
          {childrenOf(node, most).map(({ key, name: child, value }) => (
            <Value key={key} name={child} node={value} level={level + 1} />
          ))}
          {size > most ? (
            <button
              type="button"
              onClick={() => setMost(most * 10)}
              className="pl-4 font-sans font-medium text-accent hover:underline"
            >
              Show more of {count(size)}
            </button>
          ) : null}
        </div>
      ) : null}
    </details>
  );
}

type Child = { key: string; name: string; value: JsonNode };

/** The index is part of the React key, since a name may occur twice. */
function childrenOf(node: JsonNode, most: number): Child[] {
  if (node.kind === 'object') {
    return node.entries
      .slice(0, most)
      .map(({ key, value }, place) => ({ key: `${place} ${key}`, name: key, value }));
  }
  if (node.kind !== 'array') return [];
  return node.items
    .slice(0, most)
    .map((value, place) => ({ key: String(place), name: String(place), value }));
}

function Name({ text }: { text: string }) {
  return text === '' ? null : <span className="text-ink-2">{text}: </span>;
}

const COLOURS = { string: 'text-good', number: 'text-accent-strong', word: 'text-warn' } as const;

function Scalar({ kind, source }: { kind: keyof typeof COLOURS; source: string }) {
  const [whole, setWhole] = useState(source.length <= SHOWN_CHARACTERS);
  return (
    <span className={`${COLOURS[kind]} whitespace-pre-wrap`}>
      {whole ? source : `${source.slice(0, SHOWN_CHARACTERS)}…`}
      {whole ? null : (
        <button
          type="button"
          onClick={() => setWhole(true)}
          className="ml-2 font-sans font-medium text-accent hover:underline"
        >
          Show all {count(source.length)} characters
        </button>
      )}
    </span>
  );
}
