import { useNavigate } from '@tanstack/react-router';
import { BarList } from '../../charts/bar-list.tsx';
import { ChartCard } from '../../charts/chart-card.tsx';
import { numberIn, textIn, useQueryOf } from '../../charts/query/use-query.ts';
import { compact } from '../../lib/format.ts';
import { ANONYMOUS } from '../../lib/user-name.ts';
import { useUserNames } from '../../state/user-names.ts';
import type { View } from '../../state/view.ts';
import { AnonymousLine } from '../users/anonymous-line.tsx';

const MAX_USERS = 8;

/** The most active users. Anonymous interactions are summed up below. */
export function TopUsers({ appId, view }: { appId: string; view: View }) {
  const navigate = useNavigate();
  const answer = useQueryOf(appId, view, {
    measures: ['interactions', 'costUsd'],
    dimensions: ['user'],
    // Anonymous users are one of the groups.
    limit: MAX_USERS + 1,
  });
  const groups = (answer.data?.rows ?? []).map((row) => ({
    key: textIn(row, 'user'),
    interactions: numberIn(row, 'interactions') ?? 0,
    costUsd: numberIn(row, 'costUsd'),
  }));
  const users = groups.flatMap(({ key, interactions }) => (key === null ? [] : [{ key, interactions }]));
  const shown = users.slice(0, MAX_USERS);
  const nameOf = useUserNames(shown.map(({ key }) => key));
  const items = shown.map(({ key, interactions }) => ({
    key,
    name: nameOf(key),
    value: interactions,
    text: compact(interactions),
  }));
  const anonymous = groups.find(({ key }) => key === null);
  return (
    <ChartCard
      title="Top users"
      table={{
        columns: ['User', 'Interactions'],
        rows: [
          ...items.map(({ name, text }) => [name, text]),
          ...(anonymous ? [[ANONYMOUS, compact(anonymous.interactions)]] : []),
        ],
      }}
      state={answer}
    >
      <BarList
        items={items}
        onPick={(userKey) => {
          const { user: _, ...search } = view;
          void navigate({ to: '/apps/$appId/users/$userKey', params: { appId, userKey }, search });
        }}
      />
      {anonymous ? (
        <p className="border-t border-line pt-2 text-sm not-first:mt-2">
          <AnonymousLine appId={appId} view={view} {...anonymous} />
        </p>
      ) : null}
    </ChartCard>
  );
}
