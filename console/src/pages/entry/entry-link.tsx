import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLinkToken } from '../../lib/link-token.ts';

type Props = {
  to: '/sign-in' | '/sign-up' | '/reset-password';
  /** Where to continue after signing in. */
  back?: string | undefined;
  /** As a button, for the main action. */
  prominent?: boolean;
  children: ReactNode;
};

/** A link to another page before the sign-in. It keeps the token of an invitation in the hash. */
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
