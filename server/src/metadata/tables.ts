/** The metadata tables. Times are milliseconds since 1970; secrets are hashes (hex SHA-256), never themselves. */
import type { MemberRole, ViewPage } from '@parley/contract';
import type { ColumnType, Generated } from 'kysely';

/** Written as ISO texts; SQLite, which has no type for dates, gives them back as such. */
export type Instant = ColumnType<string | Date, string, string>;
/** SQLite gives 1 and 0 back. */
export type Flag = ColumnType<boolean | number, boolean, boolean>;

export type AccountTable = { id: string; name: string; created_at: number };

/** Somebody who can sign in. Times of the tables that better-auth writes are what its adapter makes of dates. */
export type PersonTable = {
  id: string;
  name: string;
  /** In lower case. */
  email: string;
  email_verified: Flag;
  image: string | null;
  second_factor_on: Flag | null;
  created_at: Instant;
  updated_at: Instant;
};

/** A browser that is signed in. */
export type LoginTable = {
  id: string;
  person_id: string;
  token_hash: string;
  address: string | null;
  user_agent: string | null;
  created_at: Instant;
  updated_at: Instant;
  expires_at: Instant;
};

/** How a person can prove who they are: a password (`credential`), or an identity at the OIDC provider. */
export type CredentialTable = {
  id: string;
  person_id: string;
  provider: string;
  /** The person's id there. */
  subject: string;
  password_hash: string | null;
  access_token: string | null;
  refresh_token: string | null;
  id_token: string | null;
  access_token_expires_at: Instant | null;
  refresh_token_expires_at: Instant | null;
  scope: string | null;
  created_at: Instant;
  updated_at: Instant;
};

/** Links and half-done sign-ins, by the hash of what the person holds. */
export type VerificationTable = {
  id: string;
  identifier: string;
  value: string;
  /** Whose link it is; better-auth writes rows of its own without. */
  person_id: string | null;
  expires_at: Instant;
  created_at: Instant;
  updated_at: Instant;
};

/** Secret and backup codes are encrypted with the server's secret. */
export type SecondFactorTable = {
  id: string;
  person_id: string;
  secret: string;
  backup_codes: string;
  verified: Flag | null;
  failed_count: number | null;
  locked_until: Instant | null;
  /** Of the newest code that was used: the number of its half-minute since 1970. */
  last_step: number | null;
};

export type MemberTable = {
  id: string;
  account_id: string;
  person_id: string;
  role: MemberRole;
  created_at: number;
};

export type InvitationTable = {
  id: string;
  account_id: string;
  /** Whom it is for; null: whoever has the link. */
  email: string | null;
  role: MemberRole;
  token_hash: string;
  invited_by: string | null;
  created_at: number;
  expires_at: number;
  accepted_at: number | null;
  accepted_by: string | null;
  revoked_at: number | null;
};

/** Who did what. Nothing refers to other tables: what was done stays when they are gone. */
export type AuditTable = {
  id: string;
  at: number;
  /** Null: it concerns the person, in whichever accounts they are. */
  account_id: string | null;
  person_id: string | null;
  actor: string;
  action: string;
  app_id: string | null;
  target: string | null;
  /** A JSON object; never a secret. */
  details: string;
  address: string | null;
  user_agent: string | null;
};

/** Secrets of the server itself, made once. */
export type ServerSecretTable = { name: string; value: string };

export type ApplicationTable = {
  id: string;
  account_id: string;
  name: string;
  app_key: string;
  /** Payloads per second; null is no limit. */
  rate_limit: number | null;
  /** Minutes. */
  session_timeout: number;
  created_at: number;
  /** An archived application takes no payloads; what it has stays readable. */
  archived_at: number | null;
  /** An IANA name; what days are for whoever reads. */
  time_zone: Generated<string>;
  /** Null keeps records for ever. */
  retention_days: number | null;
  /** Null keeps bodies as long as their records. */
  body_retention_days: number | null;
  /** 1, or 0 for numbers only. */
  store_bodies: Generated<number>;
  /** 1, or 0 for the number and length of vectors only. */
  keep_vectors: Generated<number>;
  /** From here on it is gone for everybody; its data goes as soon as that is safe. */
  deleted_at: number | null;
  /** 1: its data is made up, to look around in. */
  sample: Generated<number>;
};

export type ApiKeyTable = {
  id: string;
  app_id: string;
  name: string;
  hash: string;
  /** The last characters, so that people can tell keys apart. */
  hint: string;
  created_at: number;
  /** After a rotation, the end of the overlap. */
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
};

export type ReadTokenTable = {
  id: string;
  app_id: string;
  name: string;
  hash: string;
  hint: string;
  /** Space-separated: `read`, `replay`. */
  scopes: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
};

/** Counts per node, application and day of receipt; `ledger_position` makes every batch count once. */
export type LedgerTable = {
  node: string;
  /** Empty for damaged frames that nobody can tell the application of. */
  app_id: string;
  day: string;
  received: number;
  stored: number;
  duplicate: number;
  rejected: number;
  ignored: number;
  damaged: number;
};

/** What was told of a model call after it was stored, or before; for as long as it takes to join it. */
/** Parts that came together: a bundle of them. */
export type LatePartTable = {
  /** A later one has a greater one. */
  id: number;
  app_id: string;
  received_at: number;
  /** How many of its calls still wait: the rows of `late_call`. */
  waiting: number;
  /** Of what is below. */
  bytes: number;
  /** How often its calls were looked for, how often it could not be joined, and when to look again. */
  looks: number;
  failures: number;
  look_at: number;
  /** Compressed (`part-bundle.ts`): the ids of the calls, and the parts. */
  calls: string;
  body: string;
};

/** A call, by the interaction's id, of which a bundle has parts. */
export type LateCallTable = { id: string; bundle: number };

export type LedgerPositionTable = {
  node: string;
  segment: number;
  offset: number;
  /** The store has nothing of the node that was written up to then and is not counted; 0: nobody knows. */
  stored_at: Generated<number>;
};

/** Prices of an application that go before the list prices: USD per million tokens. */
export type PriceOverrideTable = {
  id: string;
  app_id: string;
  /** A model's name, or its beginning and a `*`. */
  model: string;
  input: number;
  output: number;
  cached_input: number | null;
  cache_write: number | null;
  starts_at: number | null;
  ends_at: number | null;
  created_at: number;
};

/** A page of the console with its range and filters, under a name. */
export type SavedViewTable = {
  id: string;
  app_id: string;
  /** Who made it. */
  person_id: string;
  name: string;
  page: ViewPage;
  /** A JSON object. */
  search: string;
  /** 1: everybody in the account sees it; 0: its maker alone. */
  shared: number;
  created_at: number;
  updated_at: number;
};

/** What stays of a deleted application, so that nothing of it comes back: a late batch, `PARLEY_INIT_*`. */
export type DeletedApplicationTable = { id: string; app_key_hash: string; deleted_at: number };

/** What happens once in the life of an installation, and when it did. */
export type DoneOnceTable = { name: string; at: number };

/** Who does what only one server may do at a time, and until when unless it is renewed. */
export type LeaseTable = { name: string; holder: string; ends_at: number };

/** Which steps the tables of a ClickHouse cluster have behind them; a single server keeps that itself. */
export type StoreStepTable = { store: string; step: number; applied_at: number };

/** The servers on these metadata, and when each was last heard of. */
export type NodeTable = {
  name: string;
  version: string;
  started_at: number;
  seen_at: number;
  waiting: number;
  lag_ms: number;
};

/** Interactions that a node is about to store: see `claims.ts`. */
export type ClaimTable = { id: string; node: string };

/** Backups that were made of this installation, and are whole. */
export type BackupTable = { id: string; finished_at: number; interactions: number; bytes: number };

/** One row; its value grows whenever something that running servers keep in memory changes. */
export type RevisionTable = { id: number; value: number };

export type Tables = {
  account: AccountTable;
  person: PersonTable;
  login: LoginTable;
  credential: CredentialTable;
  verification: VerificationTable;
  second_factor: SecondFactorTable;
  member: MemberTable;
  invitation: InvitationTable;
  audit: AuditTable;
  server_secret: ServerSecretTable;
  application: ApplicationTable;
  api_key: ApiKeyTable;
  read_token: ReadTokenTable;
  ledger: LedgerTable;
  late_part: LatePartTable;
  late_call: LateCallTable;
  ledger_position: LedgerPositionTable;
  price_override: PriceOverrideTable;
  saved_view: SavedViewTable;
  deleted_application: DeletedApplicationTable;
  done_once: DoneOnceTable;
  lease: LeaseTable;
  revision: RevisionTable;
  store_step: StoreStepTable;
  node: NodeTable;
  claim: ClaimTable;
  backup: BackupTable;
};
