import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';

/** What retention has to remove: applications with a limit, in days, and deleted ones. */
export type Retention = {
  records: Map<string, number>;
  bodies: Map<string, number>;
  /** Deletion was requested; the store may still hold everything. */
  deleted: string[];
  /** Already removed from the metadata; the store should hold nothing. */
  forgotten: string[];
};

export async function readRetention(db: Kysely<Tables>): Promise<Retention> {
  const applications = await db
    .selectFrom('application')
    .select(['id', 'retention_days', 'body_retention_days', 'deleted_at'])
    .where((row) =>
      row.or([
        row('retention_days', 'is not', null),
        row('body_retention_days', 'is not', null),
        row('deleted_at', 'is not', null),
      ]),
    )
    .orderBy('id')
    .execute();
  const forgotten = await db.selectFrom('deleted_application').select('id').orderBy('id').execute();
  const retention: Retention = {
    records: new Map(),
    bodies: new Map(),
    deleted: [],
    forgotten: forgotten.map(({ id }) => id),
  };
  for (const { id, retention_days, body_retention_days, deleted_at } of applications) {
    if (deleted_at !== null) retention.deleted.push(id);
    else {
      if (retention_days !== null) retention.records.set(id, retention_days);
      if (body_retention_days !== null) retention.bodies.set(id, body_retention_days);
    }
  }
  return retention;
}
