import { useState } from 'react';
import type { OwnAccount } from '../../state/me.ts';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { InviteDialog } from './invite-dialog.tsx';

/** The steps of an invitation: whom and as what, then its link. */
export function InvitePeople({ account, onClose }: { account: OwnAccount; onClose: () => void }) {
  const [link, setLink] = useState<string | null>(null);
  if (link === null) return <InviteDialog account={account} onInvited={setLink} onClose={onClose} />;
  return (
    <SecretDialog
      title="Invitation link"
      label="Link"
      secret={link}
      onClose={onClose}
      advice="Copy this link and send it: it is not shown again."
      done="Done"
    >
      It works once and expires in a week.
    </SecretDialog>
  );
}
