import { InvitePeople } from '../pages/account/invite-people.tsx';
import { accountOf, useMe } from '../state/me.ts';
import type { OverlayProps } from './overlay-props.ts';

/** Invites people to the account of the application, from any of its pages. */
export function InviteOverlay({ appId, onOpen }: OverlayProps) {
  const me = useMe();
  const account = appId === undefined ? undefined : accountOf(me, appId);
  return account ? <InvitePeople account={account} onClose={() => onOpen(null)} /> : null;
}
