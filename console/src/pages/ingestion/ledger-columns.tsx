import type { LedgerEntry } from '@parley/contract';
import { count } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { type Sums, unaccounted } from './ledger-sums.ts';

/** Zeros are dimmed. */
const figure = (value: number) => (value === 0 ? <span className="text-ink-3">0</span> : count(value));

const DAMAGED: Column<LedgerEntry> = {
  name: 'damaged',
  head: '+ Damaged',
  figure: true,
  cell: ({ damaged }) => (damaged === 0 ? figure(0) : <span className="text-bad">{count(damaged)}</span>),
};

const IGNORED: Column<LedgerEntry> = {
  name: 'ignored',
  head: '+ Ignored',
  figure: true,
  cell: ({ ignored }) => figure(ignored),
};

const SCORES: Column<LedgerEntry> = {
  name: 'scores',
  head: '+ Scores',
  figure: true,
  cell: ({ scores }) => figure(scores),
};

/** Unusual counts have a column only if there are any. */
export const ledgerColumns = ({ ignored, scores, damaged }: Sums): Column<LedgerEntry>[] => [
  {
    name: 'day',
    head: 'Day (UTC)',
    cell: ({ day }) => (
      <time dateTime={day} className="whitespace-nowrap">
        {day}
      </time>
    ),
  },
  { name: 'received', head: 'Received', figure: true, cell: ({ received }) => figure(received) },
  { name: 'stored', head: '= Stored', figure: true, cell: ({ stored }) => figure(stored) },
  {
    name: 'duplicate',
    head: '+ Duplicate',
    figure: true,
    cell: ({ duplicate }) => figure(duplicate),
  },
  {
    name: 'rejected',
    head: '+ Rejected',
    figure: true,
    cell: ({ rejected }) => figure(rejected),
  },
  ...(ignored > 0 ? [IGNORED] : []),
  ...(scores > 0 ? [SCORES] : []),
  ...(damaged > 0 ? [DAMAGED] : []),
  { name: 'waiting', head: '+ Waiting', figure: true, cell: ({ waiting }) => figure(waiting) },
  {
    name: 'check',
    head: 'Adds up',
    figure: true,
    cell(entry) {
      const missing = unaccounted(entry);
      if (missing === 0) return <span className="text-good">✓ Yes</span>;
      return (
        <Badge tone="bad">{`${count(Math.abs(missing))} ${missing > 0 ? 'missing' : 'too many'}`}</Badge>
      );
    },
  },
];
