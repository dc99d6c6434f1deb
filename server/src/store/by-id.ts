import { INTERACTIONS, sql } from './layout/sql.ts';

/** One interaction: found by `{id:UUID}` in the projection by id, and read by the primary key found there. */
export const BY_ID = sql`(app_id, requested_at, id) IN (SELECT app_id, requested_at, id FROM ${INTERACTIONS} WHERE id = {id:UUID})`;
