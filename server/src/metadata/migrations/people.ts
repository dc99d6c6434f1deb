/**
 * People, their sessions and memberships; invitations and the audit log. Existing owners keep their password.
 */
import { randomBytes } from 'node:crypto';
import type { Kysely, Migration } from 'kysely';

/** The tables that this migration moves rows between. */
type Before = {
  member: {
    id: string;
    account_id: string;
    email: string;
    role: string;
    password_hash: string | null;
    created_at: number;
  };
  member_004: { id: string; account_id: string; person_id: string; role: string; created_at: number };
  person: Record<string, unknown>;
  credential: Record<string, unknown>;
};

export const PEOPLE: Migration = {
  async up(db: Kysely<Before>) {
    await db.schema
      .createTable('person')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull().unique())
      .addColumn('email_verified', 'boolean', (column) => column.notNull())
      .addColumn('image', 'text')
      .addColumn('second_factor_on', 'boolean')
      .addColumn('created_at', 'timestamptz', (column) => column.notNull())
      .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('login')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('person_id', 'text', (column) =>
        column.notNull().references('person.id').onDelete('cascade'),
      )
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('address', 'text')
      .addColumn('user_agent', 'text')
      .addColumn('created_at', 'timestamptz', (column) => column.notNull())
      .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
      .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('login_of_person').on('login').column('person_id').execute();
    await db.schema
      .createTable('credential')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('person_id', 'text', (column) =>
        column.notNull().references('person.id').onDelete('cascade'),
      )
      .addColumn('provider', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('password_hash', 'text')
      .addColumn('access_token', 'text')
      .addColumn('refresh_token', 'text')
      .addColumn('id_token', 'text')
      .addColumn('access_token_expires_at', 'timestamptz')
      .addColumn('refresh_token_expires_at', 'timestamptz')
      .addColumn('scope', 'text')
      .addColumn('created_at', 'timestamptz', (column) => column.notNull())
      .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
      .addUniqueConstraint('credential_once', ['provider', 'subject'])
      .execute();
    await db.schema.createIndex('credential_of_person').on('credential').column('person_id').execute();
    await db.schema
      .createTable('verification')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('identifier', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
      .addColumn('created_at', 'timestamptz', (column) => column.notNull())
      .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('verification_by_identifier')
      .on('verification')
      .column('identifier')
      .execute();
    await db.schema
      .createTable('second_factor')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('person_id', 'text', (column) =>
        column.notNull().references('person.id').onDelete('cascade'),
      )
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('backup_codes', 'text', (column) => column.notNull())
      .addColumn('verified', 'boolean')
      .addColumn('failed_count', 'integer')
      .addColumn('locked_until', 'timestamptz')
      .execute();
    await db.schema
      .createTable('invitation')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
      .addColumn('email', 'text')
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('invited_by', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('accepted_at', 'bigint')
      .addColumn('accepted_by', 'text')
      .addColumn('revoked_at', 'bigint')
      .execute();
    await db.schema
      .createTable('audit')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('account_id', 'text')
      .addColumn('person_id', 'text')
      .addColumn('actor', 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('app_id', 'text')
      .addColumn('target', 'text')
      .addColumn('details', 'text', (column) => column.notNull())
      .addColumn('address', 'text')
      .addColumn('user_agent', 'text')
      .execute();
    await db.schema.createIndex('audit_of_account').on('audit').columns(['account_id', 'at']).execute();
    await db.schema.createIndex('audit_of_person').on('audit').columns(['person_id', 'at']).execute();
    await db.schema
      .createTable('server_secret')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute();
    await moveMembers(db);
  },
};

async function moveMembers(db: Kysely<Before>): Promise<void> {
  await db.schema
    .createTable('member_004')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('person_id', 'text', (column) => column.notNull().references('person.id').onDelete('cascade'))
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('member_once', ['account_id', 'person_id'])
    .execute();
  for (const member of await db.selectFrom('member').selectAll().execute()) {
    const personId = `per_${randomBytes(9).toString('hex')}`;
    const since = new Date(member.created_at).toISOString();
    const times = { created_at: since, updated_at: since };
    const name = member.email.split('@')[0] || member.email;
    await db
      .insertInto('person')
      .values({ id: personId, name, email: member.email, email_verified: true, ...times })
      .execute();
    if (member.password_hash) {
      const id = `cred_${randomBytes(9).toString('hex')}`;
      const { password_hash } = member;
      await db
        .insertInto('credential')
        .values({
          id,
          person_id: personId,
          provider: 'credential',
          subject: personId,
          password_hash,
          ...times,
        })
        .execute();
    }
    const { id, account_id, role, created_at } = member;
    await db
      .insertInto('member_004')
      .values({ id, account_id, person_id: personId, role, created_at })
      .execute();
  }
  await db.schema.dropTable('member').execute();
  await db.schema.alterTable('member_004').renameTo('member').execute();
}
