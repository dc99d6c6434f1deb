import type { ReactNode } from 'react';
import { useAsk } from '../../api/use-ask.ts';
import { compact, count } from '../../lib/format.ts';
import { formatName } from '../../lib/upstream-names.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PriceListAge } from '../../ui/price-list-age.tsx';
import { ErrorState, SkeletonRows } from '../../ui/status.tsx';

type Props = { appId: string; onPrice?: ((model: string) => void) | undefined; aside?: ReactNode };

/** Models that reported tokens but have no price. */
export function UnpricedModels({ appId, onPrice, aside }: Props) {
  const answer = useAsk('GET /v1/unpriced-models', { query: { app: appId } });
  const models = answer.data?.data;
  return (
    <Card title="Models without a price" aside={aside}>
      {answer.error ? <ErrorState error={answer.error} retry={() => answer.refetch()} /> : null}
      {answer.isPending ? <SkeletonRows rows={2} /> : null}
      {answer.data ? (
        <p className="text-ink-2">
          {models?.length === 0 ? 'Every interaction that reported tokens has a cost. ' : null}
          The list prices are from <PriceListAge list={answer.data.priceList} />.
        </p>
      ) : null}
      <ul className="flex flex-col divide-y divide-line">
        {models?.map(({ format, model, interactions, inputTokens, outputTokens }) => (
          <li key={`${format} ${model}`} className="flex items-center justify-between gap-3 py-2">
            <div className="min-w-0">
              <code className="block truncate font-mono text-sm font-medium">{model ?? 'Unnamed'}</code>
              <span className="text-sm text-ink-3">
                {formatName(format)} · {count(interactions)}{' '}
                {interactions === 1 ? 'interaction' : 'interactions'} · {compact(inputTokens)} tokens in,{' '}
                {compact(outputTokens)} out
              </span>
            </div>
            {onPrice && model !== null ? (
              <Button small aria-label={`Set a price for ${model}`} onClick={() => onPrice(model)}>
                Set a price
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}
