import type { MemberRole } from '@parley/contract';
import { useAsk } from '../api/use-ask.ts';
import { accountOf, useMe } from '../state/me.ts';

type Props = { appId: string; assignees: readonly string[]; onChange: (assignees: string[]) => void };

/** Roles that can review; the server checks it. */
const REVIEWERS: readonly MemberRole[] = ['owner', 'admin', 'member', 'reviewer'];

/** People to assign a queue to; nobody means everybody. */
export function AssigneesField({ appId, assignees, onChange }: Props) {
  const accountId = accountOf(useMe(), appId)?.id ?? '';
  const { data } = useAsk('GET /v1/accounts/:accountId/members', { params: { accountId } });
  const people = data?.data.filter(({ role }) => REVIEWERS.includes(role)) ?? [];
  if (people.length < 2) return null;
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">Assigned to</legend>
      <p className="text-sm text-ink-3">Everyone who can review, unless you choose people.</p>
      {people.map(({ personId, name, email }) => (
        <label key={personId} className="flex items-start gap-2.5">
          <input
            type="checkbox"
            checked={assignees.includes(personId)}
            onChange={({ target }) =>
              onChange(
                target.checked ? [...assignees, personId] : assignees.filter((one) => one !== personId),
              )
            }
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          <span className="min-w-0 wrap-anywhere">
            <bdi>{name}</bdi> <span className="text-sm text-ink-3">{email}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
