import { Link } from '@tanstack/react-router';
import { useAsk } from '../../api/use-ask.ts';
import { count } from '../../lib/format.ts';
import { PriceListAge } from '../../ui/price-list-age.tsx';

/** Maximum number of models named in the note; the settings list all. */
const MAX_NAMED = 3;

/** The age of the price list, and the models without a price. */
export function UnpricedNote({ appId }: { appId: string }) {
  const { data } = useAsk('GET /v1/unpriced-models', { query: { app: appId } });
  if (!data) return null;
  const names = data.data.map(({ model }) => model ?? 'Unnamed');
  // A single name takes no more space than "1 more".
  const shown = names.length === MAX_NAMED + 1 ? names : names.slice(0, MAX_NAMED);
  const others = names.length > shown.length ? [`${count(names.length - shown.length)} more`] : [];
  const unpriced = new Intl.ListFormat('en').format([...shown, ...others]);
  return (
    <p className="text-sm text-ink-3">
      Costs are derived with list prices from <PriceListAge list={data.priceList} />.{' '}
      {names.length > 0 ? (
        <>
          No price is known for {unpriced}:{' '}
          <Link
            to="/apps/$appId/settings/$section"
            params={{ appId, section: 'prices' }}
            className="text-accent hover:underline"
          >
            set one
          </Link>
          .
        </>
      ) : null}
    </p>
  );
}
