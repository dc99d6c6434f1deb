import { useChange } from '../../api/use-ask.ts';
import type { OwnAccount } from '../../state/me.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { RadioField } from '../../ui/radio-field.tsx';
import { asRole, ROLE_NAMES, ROLES, rolesToGive } from './roles.tsx';

type Props = { account: OwnAccount; onInvited: (link: string) => void; onClose: () => void };

export function InviteDialog({ account, onInvited, onClose }: Props) {
  const roles = rolesToGive(account.role);
  const invite = useChange('POST /v1/accounts/:accountId/invitations');
  return (
    <Dialog open title={`Invite to ${account.name}`} onClose={onClose}>
      <Form
        action="Create invitation"
        change={invite}
        onSubmit={(field) => {
          const email = field('email').trim();
          invite.mutate(
            {
              params: { accountId: account.id },
              body: { role: asRole(field('role')), ...(email === '' ? {} : { email }) },
            },
            { onSuccess: ({ link }) => onInvited(link) },
          );
        }}
      >
        <p className="text-ink-2">
          They get access to every application of this account; reviewers only to its review queues.
        </p>
        <TextField
          label="Email (optional)"
          name="email"
          type="email"
          maxLength={254}
          autoComplete="off"
          hint="With an email, only that address can accept. Without one, anyone with the link can."
        />
        <RadioField
          label="Role"
          name="role"
          defaultValue="viewer"
          options={roles.map((role) => [role, ROLE_NAMES[role], ROLES[role]] as const)}
        />
      </Form>
    </Dialog>
  );
}
