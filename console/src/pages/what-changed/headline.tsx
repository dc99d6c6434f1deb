import type { Explanation } from '@parley/contract';
import { timeZoneOf, type View } from '../../state/view.ts';
import { EXPLAINED } from './explained.ts';
import { periodText } from './period-text.ts';

/** The explanation in a sentence, and the two figures with their periods. */
export function Headline({ found, view }: { found: Explanation; view: View }) {
  const { label, format } = EXPLAINED[found.measure];
  const zone = timeZoneOf(view);
  return (
    <section aria-label="In short" className="rounded-lg border border-line bg-surface px-4 py-4">
      <p
        dir="auto"
        aria-live="polite"
        className="max-w-[75ch] text-lg leading-snug font-medium wrap-anywhere"
      >
        {found.sentence}
      </p>
      <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2 text-sm">
        {[
          { name: 'This period', value: found.now, period: found },
          { name: 'Compared with', value: found.before, period: found.compared },
        ].map(({ name, value, period }) => (
          <div key={name} className="flex flex-col">
            <dt className="text-ink-3">{name}</dt>
            <dd className="text-ink-2">
              <span className="tabular font-semibold text-ink">
                <span className="sr-only">{label}: </span>
                {format(value)}
              </span>{' '}
              · {periodText(period, zone)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
