import type { Interaction } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { useAsk } from '../api/use-ask.ts';
import { exactUsd } from '../lib/money.ts';
import { costFormula, priceSource } from './cost-formula.ts';
import { Fact, Facts } from './fact.tsx';

/** The cost and its calculation. */
export function CostFact({ interaction }: { interaction: Interaction }) {
  const { appId, cost, usage } = interaction;
  const overrideId = /^override (.+)$/.exec(cost?.source ?? '')?.[1];
  const prices = useAsk(
    'GET /v1/applications/:appId/prices',
    { params: { appId } },
    { enabled: overrideId !== undefined },
  );
  const override = prices.data?.data.find(({ id }) => id === overrideId);
  const unpriced = cost === null && usage.input !== null && usage.output !== null;
  return (
    <Facts>
      <Fact name="Cost">{exactUsd(cost?.usd)}</Fact>
      <Fact name="Calculation">
        {costFormula(interaction, override)}
        {unpriced ? (
          <>
            {' '}
            <Link
              to="/apps/$appId/settings/$section"
              params={{ appId, section: 'prices' }}
              className="text-accent underline"
            >
              Set one
            </Link>
          </>
        ) : null}
      </Fact>
      {cost ? <Fact name="Price">{priceSource(cost.source)}</Fact> : null}
      {cost && cost.stated !== null ? (
        <Fact name="Reported by the provider">{exactUsd(cost.stated)}</Fact>
      ) : null}
    </Facts>
  );
}
