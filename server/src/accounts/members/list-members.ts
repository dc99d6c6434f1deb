import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';

export async function listMembers(db: Kysely<Tables>, accountId: string) {
  const rows = await db
    .selectFrom('member')
    .innerJoin('person', 'person.id', 'member.person_id')
    .select([
      'member.id',
      'member.person_id as personId',
      'person.name',
      'person.email',
      'member.role',
      'person.second_factor_on as secondFactor',
      'member.created_at as createdAt',
    ])
    .where('account_id', '=', accountId)
    .orderBy('member.created_at')
    .orderBy('member.id')
    .execute();
  return rows.map((row) => ({ ...row, secondFactor: Boolean(row.secondFactor) }));
}
