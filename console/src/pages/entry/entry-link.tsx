import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLinkToken } from '../../lib/link-token.ts';

type Props = {
  to: '/sign-in' | '/sign-up' | '/reset-password';
  /** Where to go on to, once signed in. */
  back?: string | undefined;
  /** As a button, where it is what most people will want. */
  prominent?: boolean;
  children: ReactNode;
};

/** To another page of this kind. The token of an invitation comes along, in the hash as it came. */
export function EntryLink({ to, back, prominent, children }: Props) {
  const token = useLinkToken();
  const invited = back === '/invitation' && token !== null;
  return (
    <Link
      to={to}
      search={back === undefined ? {} : { return: back }}
      {...(invited ? { hash: `token=${token}` } : {})}
      className={
        prominent
          ? 'flex h-9 items-center justify-center rounded-md bg-accent px-3 font-medium text-on-accent hover:bg-accent-strong'
          : 'font-medium text-accent underline-offset-2 hover:underline'
      }
    >
      {children}
    </Link>
  );
}
