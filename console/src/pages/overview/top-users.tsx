import { useNavigate } from '@tanstack/react-router';
import { AlertLink } from '../../charts/alert-link.tsx';
import { BarList } from '../../charts/bar-list.tsx';
import { ChartCard } from '../../charts/chart-card.tsx';
import { numberIn, textIn, useQueryOf } from '../../charts/query/use-query.ts';
import { ANONYMOUS, userName } from '../../lib/user-name.ts';
import type { View } from '../../state/view.ts';
import { AnonymousLine } from '../users/anonymous-line.tsx';
import { RankPicker } from './rank-picker.tsx';
import { RANK_NAMES, RANKS, type Rank, rankColumns } from './ranks.ts';

const MAX_USERS = 8;

type Props = { appId: string; view: View; rank: Rank; onRank: (rank: Rank) => void };

/** The first users by a measure. Anonymous interactions are summed up below. */
export function TopUsers({ appId, view, rank, onRank }: Props) {
  const navigate = useNavigate();
  const { measure } = RANKS[rank];
  const answer = useQueryOf(appId, view, {
    measures: RANK_NAMES.map((name) => RANKS[name].measure),
    dimensions: ['user'],
    orderBy: measure,
    names: true,
    // Anonymous users are one of the groups.
    limit: MAX_USERS + 1,
  });
  const names = new Map(answer.data?.users?.map((user) => [user.key, userName(user, user.key)]));
  const groups = (answer.data?.rows ?? []).map((row) => ({
    key: textIn(row, 'user'),
    interactions: numberIn(row, 'interactions') ?? 0,
    costUsd: numberIn(row, 'costUsd'),
    totalTokens: numberIn(row, 'totalTokens'),
    errors: numberIn(row, 'errors'),
  }));
  const users = groups
    .flatMap(({ key, ...figures }) =>
      key === null ? [] : [{ key, name: names.get(key) ?? key, ...figures }],
    )
    .filter((user) => (user[measure] ?? 0) > 0)
    .slice(0, MAX_USERS);
  const anonymous = groups.find(({ key }) => key === null);
  const { heads, cells } = rankColumns(rank, anonymous ? [...users, anonymous] : users);
  return (
    <ChartCard
      title="Top users"
      aside={
        <>
          <RankPicker rank={rank} onRank={onRank} />
          <AlertLink measure={measure} view={view} groupBy="user" />
        </>
      }
      table={{
        columns: ['User', ...heads],
        rows: [
          ...users.map((user) => [user.name, ...cells(user)]),
          ...(anonymous ? [[ANONYMOUS, ...cells(anonymous)]] : []),
        ],
      }}
      state={answer}
    >
      <BarList
        items={users.map((user) => ({
          key: user.key,
          name: user.name,
          value: user[measure] ?? 0,
          text: cells(user)[0] ?? '',
        }))}
        onPick={(userKey) => {
          const { user: _, ...search } = view;
          void navigate({ to: '/apps/$appId/users/$userKey', params: { appId, userKey }, search });
        }}
      />
      {anonymous ? (
        <p className="border-t border-line pt-2 text-sm not-first:mt-2">
          <AnonymousLine
            appId={appId}
            view={view}
            interactions={anonymous.interactions}
            costUsd={anonymous.costUsd}
          />
        </p>
      ) : null}
    </ChartCard>
  );
}
