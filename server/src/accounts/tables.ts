/** The metadata tables. Times are milliseconds since 1970; secrets are hashes (hex SHA-256), never themselves. */

export type AccountTable = { id: string; name: string; created_at: number };

export type MemberTable = {
  id: string;
  account_id: string;
  email: string;
  role: 'owner' | 'admin' | 'member' | 'viewer';
  password_hash: string | null;
  created_at: number;
};

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
  archived_at: number | null;
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
  app_id: string;
  day: string;
  received: number;
  stored: number;
  duplicate: number;
  rejected: number;
};

export type LedgerPositionTable = { node: string; segment: number; offset: number };

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

/** One row; its value grows whenever something that running servers keep in memory changes. */
export type RevisionTable = { id: number; value: number };

export type Tables = {
  account: AccountTable;
  member: MemberTable;
  application: ApplicationTable;
  api_key: ApiKeyTable;
  read_token: ReadTokenTable;
  ledger: LedgerTable;
  ledger_position: LedgerPositionTable;
  price_override: PriceOverrideTable;
  revision: RevisionTable;
};
