/** The signed-in person and their permissions. */
import type { Me, Permission } from '@parley/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { asking } from '../api/use-ask.ts';

export const askMe = () => ({ ...asking('GET /v1/me', {}), staleTime: 60_000 });

export function useMe(): Me {
  return useSuspenseQuery(askMe()).data;
}

export type OwnApplication = Me['applications'][number];
export type OwnAccount = Me['accounts'][number];

export function accountOf(me: Me, appId: string): OwnAccount | undefined {
  const application = me.applications.find(({ id }) => id === appId);
  return me.accounts.find(({ id }) => id === application?.accountId);
}

/** Whether a person is a reviewer and nothing else, and so sees Review and nothing else. */
export function onlyReviews({ accounts }: Me): boolean {
  return accounts.length > 0 && accounts.every((account) => !mayIn(account, 'applications:read'));
}

export function mayIn(account: OwnAccount | undefined, permission: Permission): boolean {
  return account?.permissions.includes(permission) ?? false;
}
