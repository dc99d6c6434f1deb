import { useAsk, useChange } from '../../api/use-ask.ts';
import { timeZoneOf } from '../../state/view.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState, SkeletonRows } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { browserName } from './browser-name.ts';

export function SessionsCard() {
  const answer = useAsk('GET /v1/auth/sessions', {});
  const end = useChange('DELETE /v1/auth/sessions/:sessionId');
  const timeZone = timeZoneOf({});
  return (
    <Card title="Active sessions">
      {answer.error ? <ErrorState error={answer.error} retry={() => answer.refetch()} /> : null}
      {end.error ? <ErrorState error={end.error} /> : null}
      {answer.isPending ? <SkeletonRows rows={2} /> : null}
      <ul className="flex flex-col divide-y divide-line">
        {answer.data?.data.map(({ id, current, createdAt, expiresAt, address, userAgent }) => (
          <li key={id} className="flex items-center justify-between gap-3 py-2">
            <div className="min-w-0">
              <span className="font-medium" title={userAgent ?? undefined}>
                {browserName(userAgent)}
              </span>
              <span className="block text-sm text-ink-3">
                {address ? `${address} · ` : ''}since <Time at={createdAt} timeZone={timeZone} /> · ends{' '}
                <Time at={expiresAt} timeZone={timeZone} relative />
              </span>
            </div>
            {current ? (
              <Badge tone="accent">This session</Badge>
            ) : (
              <Button
                small
                aria-label={`End the session of ${browserName(userAgent)}`}
                onClick={() => end.mutate({ params: { sessionId: id } })}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
