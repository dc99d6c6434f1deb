import type { UserDetail } from '@parley/contract';
import type { Store } from '../store/store.ts';
import type { Apps } from './filters.ts';
import { findSessions, sessionOf } from './find-sessions.ts';
import { findUsers, type UserRow, userFromRow } from './find-users.ts';
import { getInteraction } from './get-interaction.ts';
import { sessionsWithTexts } from './sessions-with-texts.ts';
import { targetsOfSession, targetsOfUser, withScores } from './with-scores.ts';

const RECENT_SESSIONS = 20;

/** A user with profile, totals and newest sessions; null when no user has that key. */
export async function getUser(
  store: Store,
  apps: Apps,
  key: string,
  now: number,
): Promise<UserDetail | null> {
  const [user] = await findUsers(store, apps, {
    key,
    filters: {},
    orderBy: 'lastSeenAt',
    order: 'desc',
    limit: 1,
    identified: undefined,
    who: undefined,
  });
  if (!user) return null;
  const sessions = user.identified ? await recentSessions(store, user, now) : await onlySession(store, user);
  const [[scored], recent] = await Promise.all([
    withScores(store, apps, [userFromRow(user)], targetsOfUser),
    sessionsWithTexts(store, sessions, now).then((all) => withScores(store, apps, all, targetsOfSession)),
  ]);
  return scored ? { ...scored, recentSessions: recent } : null;
}

async function recentSessions(store: Store, { app_id, key }: UserRow, now: number) {
  const rows = await findSessions(store, [app_id], {
    filters: { user: [key] },
    orderBy: 'lastAt',
    order: 'desc',
    state: undefined,
    limit: RECENT_SESSIONS,
    now,
  });
  return rows.slice(0, RECENT_SESSIONS);
}

/** An anonymous user has one interaction, and at most one session. */
async function onlySession(store: Store, { app_id, key }: UserRow) {
  const interaction = await getInteraction(store, [app_id], key);
  if (!interaction?.record.session) return [];
  const session = await sessionOf(store, app_id, interaction.record.session, key);
  return session ? [session] : [];
}
