import { useNavigate } from '@tanstack/react-router';
import { type OwnAccount, useMe } from '../../state/me.ts';

/** Links to the reader's other accounts. */
export function OtherAccounts({ current, section }: { current: OwnAccount; section: string }) {
  const { accounts } = useMe();
  const navigate = useNavigate();
  if (accounts.length < 2) return null;
  return (
    <label className="flex items-center gap-2 text-sm text-ink-2">
      Account
      <select
        value={current.id}
        onChange={({ target }) =>
          void navigate({
            to: '/accounts/$accountId/$section',
            params: { accountId: target.value, section: section === 'audit' ? 'members' : section },
            search: {},
          })
        }
        className="h-8 max-w-56 rounded-md border border-line-strong bg-surface px-2"
      >
        {accounts.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
