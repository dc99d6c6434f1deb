import { Link } from '@tanstack/react-router';
import { useAsk } from '../../api/use-ask.ts';
import { errorLine } from '../../conversation/error-text.ts';
import { ModelName } from '../../conversation/model-name.tsx';
import { listQuery, timeZoneOf, type View } from '../../state/view.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState, SkeletonRows, Stale } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';

type Props = { appId: string; view: View; className?: string };

export function LatestErrors({ appId, view, className = '' }: Props) {
  const errors: View = { ...view, outcome: ['error'] };
  const answer = useAsk('GET /v1/interactions', { query: { ...listQuery(appId, errors), limit: 5 } });
  const all = (
    <Link
      to="/apps/$appId/errors"
      params={{ appId }}
      search={view}
      className="text-sm text-accent hover:underline"
    >
      All errors
    </Link>
  );
  // On a phone, whoever looks at what goes wrong should not have to scroll past all charts.
  const place = answer.data?.data.length ? 'order-first @[44rem]:order-none' : '';
  return (
    <Card title="Latest errors" aside={all} className={`${place} ${className}`}>
      {answer.error ? <ErrorState error={answer.error} retry={() => answer.refetch()} /> : null}
      {answer.isPending ? <SkeletonRows rows={4} /> : null}
      {answer.data?.data.length === 0 ? (
        <p className="pt-10 text-center text-ink-3">No errors in this range.</p>
      ) : null}
      <Stale stale={answer.isPlaceholderData}>
        <ul className="flex flex-col">
          {answer.data?.data.map(({ id, requestedAt, model, requestedModel, error }) => (
            <li key={id} className="border-t border-line first:border-t-0">
              <Link
                to="/apps/$appId/interactions"
                params={{ appId }}
                search={{ ...errors, id }}
                className="flex flex-col gap-0.5 -mx-1 rounded-sm px-1 py-2 hover:bg-sunken"
              >
                <span dir="auto" className="truncate" title={error?.message ?? undefined}>
                  {errorLine(error)}
                </span>
                <span className="text-sm text-ink-3">
                  <ModelName model={model} requestedModel={requestedModel} /> ·{' '}
                  <Time at={requestedAt} timeZone={timeZoneOf(view)} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </Stale>
    </Card>
  );
}
