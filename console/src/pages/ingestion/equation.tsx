import { count } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { type Sums, unaccounted } from './ledger-sums.ts';

/** The signs of the equation are shown where all terms are in one row. */
const SIGN =
  'md:relative md:pl-7 md:before:absolute md:before:left-0 md:before:text-2xl md:before:text-ink-3';
const EQUALS = `${SIGN} md:before:content-['=']`;
const PLUS = `${SIGN} md:before:content-['+']`;

const TERMS = [
  ['received', 'Received', '', 'Payloads with valid keys'],
  ['stored', 'Stored', EQUALS, 'Recorded as interactions'],
  ['duplicate', 'Duplicate', PLUS, 'Already recorded'],
  ['rejected', 'Rejected', PLUS, 'Failed validation'],
  ['ignored', 'Ignored', PLUS, 'Not model calls'],
  ['scores', 'Scores', PLUS, 'Kept beside interactions'],
  ['damaged', 'Damaged', PLUS, 'Unreadable on disk'],
  ['waiting', 'Waiting', PLUS, 'Queued in the journal'],
] as const;

/** Shown only if above zero. */
const UNUSUAL: readonly string[] = ['ignored', 'scores', 'damaged'];
const COLUMNS = ['md:grid-cols-5', 'md:grid-cols-6', 'md:grid-cols-7', 'md:grid-cols-8'];

/** Accounts for all received payloads: the terms add up to their number. */
export function Equation({ sums }: { sums: Sums }) {
  const missing = unaccounted(sums);
  const terms = TERMS.filter(([name]) => !UNUSUAL.includes(name) || sums[name] > 0);
  const usual = TERMS.length - UNUSUAL.length;
  return (
    <Card
      title="Payloads received"
      aside={
        missing === 0 ? (
          <Badge tone="good">✓ adds up</Badge>
        ) : (
          <Badge tone="bad">{`${count(Math.abs(missing))} ${missing > 0 ? 'missing' : 'too many'}`}</Badge>
        )
      }
    >
      <dl
        className={`grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 md:gap-x-2 ${COLUMNS[terms.length - usual]}`}
      >
        {terms.map(([name, label, sign, meaning]) => (
          <div key={name} className={`flex flex-col ${sign}`}>
            <dt className="order-2 font-medium">{label}</dt>
            <dd className="order-1 text-2xl font-semibold tabular">{count(sums[name])}</dd>
            <dd className="order-3 text-sm text-ink-3">{meaning}</dd>
          </div>
        ))}
      </dl>
      {sums.damaged > 0 ? (
        <p className="pt-4 text-sm text-ink-2">
          Damaged payloads were written, but the disk returned different bytes. What is left of them is in the
          server’s data folder; your application can send them again.
        </p>
      ) : null}
    </Card>
  );
}
