import type { RefusedRequest, Rejection } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { count } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { timeZoneOf } from '../../state/view.ts';
import { Card } from '../../ui/card.tsx';
import { Time } from '../../ui/time.tsx';
import { IssueList } from '../ingestion/issue-list.tsx';
import { useRefused } from './use-refused.ts';

/** Requests and payloads that were refused while the application waits for its first interaction. */
export function RefusedCard({ appId }: { appId: string }) {
  const { payloads, requests } = useRefused(appId);
  useNow();
  const isEmpty = payloads.length === 0 && requests.length === 0;
  return (
    // Only additions are announced: the times change every second.
    <div aria-live="polite" aria-relevant="additions">
      {isEmpty ? null : (
        <Card title="Refused" className="mt-4 border-warn/60">
          <ul className="flex flex-col gap-4">
            {requests.map((request) => (
              <RefusedKeys key={`${request.path} ${request.address} ${request.message}`} request={request} />
            ))}
            {payloads.map((payload) => (
              <RefusedPayload key={payload.id} payload={payload} />
            ))}
          </ul>
          {payloads.length > 0 ? (
            <Link
              to="/apps/$appId/ingestion"
              params={{ appId }}
              className="mt-3 inline-block text-sm font-medium text-accent underline-offset-2 hover:underline"
            >
              Show rejected payloads
            </Link>
          ) : null}
        </Card>
      )}
    </div>
  );
}

function RefusedKeys({ request }: { request: RefusedRequest }) {
  const { reason, message, at, count: times, address, userAgent, path } = request;
  const facts = [
    times > 1 ? `${count(times)} times` : '',
    `to ${path}`,
    address === null ? '' : `from ${address}`,
    userAgent ?? '',
  ].filter((fact) => fact !== '');
  return (
    <Refused title={reason === 'unreadable' ? 'A request could not be read' : 'Wrong keys'} at={at}>
      <p className="wrap-anywhere">{message}</p>
      <p className="text-sm text-ink-3 wrap-anywhere">{facts.join(', ')}</p>
    </Refused>
  );
}

function RefusedPayload({ payload: { issues, receivedAt } }: { payload: Rejection }) {
  return (
    <Refused title="A payload was rejected" at={receivedAt}>
      <IssueList issues={issues} most={3} />
      <p className="text-sm text-ink-3">Fix this in your application, and send it again.</p>
    </Refused>
  );
}

function Refused({ title, at, children }: { title: string; at: string; children: ReactNode }) {
  return (
    <li className="flex flex-col gap-1">
      <p className="flex flex-wrap items-baseline justify-between gap-x-2">
        <span className="font-medium text-warn">{title}</span>
        <span className="text-sm text-ink-3">
          <Time at={at} timeZone={timeZoneOf({})} relative />
        </span>
      </p>
      {children}
    </li>
  );
}
