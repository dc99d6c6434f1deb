/** The metadata tables. Times are milliseconds since 1970; secrets are hex SHA-256 hashes. */
import type {
  ChannelKind,
  DeliveryState,
  EventType,
  MemberRole,
  MonitorState,
  QuietReason,
  ReportSchedule,
  ReviewUnit,
  ScoreKind,
  ViewPage,
} from '@parley/contract';
import type { ColumnType, Generated } from 'kysely';

/** Written as ISO strings; SQLite, which has no date type, returns strings. */
export type Instant = ColumnType<string | Date, string, string>;
/** SQLite returns 1 and 0. */
export type Flag = ColumnType<boolean | number, boolean, boolean>;

export type AccountTable = { id: string; name: string; created_at: number };

/** Somebody who can sign in. The times in tables of better-auth are written by its adapter. */
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

/** A session: a browser that is signed in. */
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

/** A way to sign in: a password (`credential`), or an identity at the OIDC provider. */
export type CredentialTable = {
  id: string;
  person_id: string;
  provider: string;
  /** The person's id at the provider. */
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

/** Links and unfinished sign-ins, by the hash of the person's token. */
export type VerificationTable = {
  id: string;
  identifier: string;
  value: string;
  /** The person a link was sent to; null in rows of better-auth. */
  person_id: string | null;
  expires_at: Instant;
  created_at: Instant;
  updated_at: Instant;
};

/** A second factor. Secret and backup codes are encrypted with the server's secret. */
export type SecondFactorTable = {
  id: string;
  person_id: string;
  secret: string;
  backup_codes: string;
  verified: Flag | null;
  failed_count: number | null;
  locked_until: Instant | null;
  /** The step of the newest code that was used: half-minutes since 1970. */
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
  /** The invited email; null if anybody with the link may accept. */
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

/** The audit log. Has no foreign keys: entries outlive what they are about. */
export type AuditTable = {
  id: string;
  at: number;
  /** Null if it concerns the person in all of their accounts. */
  account_id: string | null;
  person_id: string | null;
  actor: string;
  action: string;
  app_id: string | null;
  target: string | null;
  /** A JSON object without secrets. */
  details: string;
  address: string | null;
  user_agent: string | null;
};

/** Secrets of the server itself, generated once. */
export type ServerSecretTable = { name: string; value: string };

export type ApplicationTable = {
  id: string;
  account_id: string;
  name: string;
  app_key: string;
  /** Payloads per second; null for no limit. */
  rate_limit: number | null;
  /** In minutes. */
  session_timeout: number;
  created_at: number;
  /** An archived application accepts no payloads; its data stays readable. */
  archived_at: number | null;
  /** An IANA name; it defines days for readers. */
  time_zone: Generated<string>;
  /** Null keeps records for ever. */
  retention_days: number | null;
  /** Null keeps bodies as long as their records. */
  body_retention_days: number | null;
  /** 1, or 0 to store numbers only. */
  store_bodies: Generated<number>;
  /** 1, or 0 to store only the number and length of vectors. */
  keep_vectors: Generated<number>;
  /** From then on it is gone for everybody; its data is removed as soon as that is safe. */
  deleted_at: number | null;
  /** 1 if it has sample data. */
  sample: Generated<number>;
};

export type ApiKeyTable = {
  id: string;
  app_id: string;
  name: string;
  hash: string;
  /** The last characters, to tell keys apart. */
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
  /** Empty for damaged frames whose application is unknown. */
  app_id: string;
  day: string;
  received: number;
  stored: number;
  duplicate: number;
  rejected: number;
  ignored: number;
  scores: number;
  damaged: number;
};

/** What is known of a prompt of an application: hashes and counts, no texts. */
export type PromptFamilyTable = {
  app_id: string;
  /** The prompt, as rows of the store name it. */
  id: string;
  since: number;
  /** JSON: `FamilyState` in `server/src/prompts/families.ts`. */
  known: string;
  /** The node that wrote it last, and when. */
  node: string;
  changed_at: number;
};

/** A bundle of late parts that arrived together: kept until they are joined to their model calls. */
export type LatePartTable = {
  /** Grows with every bundle. */
  id: number;
  app_id: string;
  received_at: number;
  /** The number of calls that still wait: rows of `late_call`. */
  waiting: number;
  /** The size of `calls` and `body`. */
  bytes: number;
  /** How often the calls were looked for, how often joining failed, and when to look again. */
  looks: number;
  failures: number;
  look_at: number;
  /** Compressed (`part-bundle.ts`): the ids of the calls, and the parts. */
  calls: string;
  body: string;
};

/** A model call, by the interaction's id, that a bundle has parts of. */
export type LateCallTable = { id: string; bundle: number };

export type LedgerPositionTable = {
  node: string;
  segment: number;
  offset: number;
  /** Everything the node wrote to the store up to this time is counted; 0 if unknown. */
  stored_at: Generated<number>;
};

/** Prices of an application that override the list prices: USD per million tokens. */
export type PriceOverrideTable = {
  id: string;
  app_id: string;
  /** A model name, or a prefix of one and `*`. */
  model: string;
  input: number;
  output: number;
  cached_input: number | null;
  cache_write: number | null;
  starts_at: number | null;
  ends_at: number | null;
  created_at: number;
};

/** A saved view: a page of the console with its range and filters. */
export type SavedViewTable = {
  id: string;
  app_id: string;
  /** Its creator. */
  person_id: string;
  name: string;
  page: ViewPage;
  /** A JSON object. */
  search: string;
  /** 1: everybody in the account sees it; 0: only its creator. */
  shared: number;
  created_at: number;
  updated_at: number;
};

/** The kind of a score's values, by its name: the first value decides. */
export type ScoreKindTable = { app_id: string; name: string; kind: ScoreKind };

/** A queue of interactions or sessions to review. */
export type ReviewQueueTable = {
  id: string;
  app_id: string;
  name: string;
  unit: ReviewUnit;
  /** A JSON object. */
  filters: string;
  from_at: number | null;
  /** Null: what arrives later joins the queue. */
  to_at: number | null;
  sort_order: 'asc' | 'desc';
  item_limit: number;
  /** A JSON array. */
  questions: string;
  /** How many people review each item. */
  reviewers: number;
  /** 1: only the rows of `review_assignee` get items; 0: everybody whose role allows it. */
  assigned: number;
  created_by: string | null;
  created_at: number;
  closed_at: number | null;
  /** When the store was last asked for items. */
  filled_at: number | null;
  /** The number of items, and of those with enough reviews. */
  items: Generated<number>;
  finished: Generated<number>;
};

export type ReviewAssigneeTable = { queue_id: string; person_id: string };

export type ReviewItemTable = {
  queue_id: string;
  /** The interaction; of a session its first one. */
  target: string;
  /** What scores name: the interaction, or the session's name. */
  scored: string;
  /** The time of the request. */
  at: number;
  /** The number of people who have reviewed it. */
  reviews: Generated<number>;
};

/** What a reviewer did with an item. */
export type ReviewTable = {
  queue_id: string;
  target: string;
  person_id: string;
  state: 'held' | 'done' | 'skipped';
  /** While it is held: until then nobody else gets the item. */
  held_until: number;
  at: number;
  /** A JSON object, without comments, which may name people. */
  answers: string;
};

/** Where messages go. */
export type ChannelTable = {
  id: string;
  app_id: string;
  kind: ChannelKind;
  name: string;
  /** JSON: `url`, `to` or `routingKey`. Addresses and keys are secrets: encrypted, beside what is shown of them. */
  target: string;
  /** The secrets of a webhook, encrypted: the current one, and the one that signs with it for a while. */
  secret: string | null;
  previous_secret: string | null;
  previous_secret_until: number | null;
  created_by: string | null;
  created_at: number;
  disabled_at: number | null;
  disabled_reason: string | null;
};

/** A message on its way to a channel: the outbox. */
export type DeliveryTable = {
  /** The `webhook-id`. */
  id: string;
  app_id: string;
  channel_id: string;
  type: EventType;
  /** What it tells: once for each channel. */
  cause: string;
  /** JSON: `type`, `timestamp` and `data`. */
  body: string;
  created_at: number;
  state: DeliveryState;
  attempts: Generated<number>;
  next_at: number;
  /** Until then one node sends it. */
  held_until: Generated<number>;
  last_at: number | null;
  last_status: number | null;
  last_answer: string | null;
  delivered_at: number | null;
};

export type MonitorTable = {
  id: string;
  app_id: string;
  name: string;
  /** JSON: `MonitorDefinition`. */
  definition: string;
  /** Grows when the definition changes: what fired by the earlier one may fire again. */
  revision: Generated<number>;
  created_by: string | null;
  created_at: number;
  updated_by: string | null;
  updated_at: number;
  muted_until: number | null;
  /** 1, or 0 for one that is not evaluated. */
  enabled: Generated<number>;
  next_at: number;
  /** The end of the last window that was judged. */
  judged_at: number | null;
  waiting_since: number | null;
  waiting_why: string | null;
  /** Questions that failed in a row. */
  failures: Generated<number>;
  failing_since: number | null;
  failing_why: string | null;
  /** 1 if there were more groups than are judged. */
  groups_cut: Generated<number>;
};

/** What is sent to channels once in a period. */
export type ReportTable = {
  id: string;
  app_id: string;
  name: string;
  /** JSON: the filters of its view. */
  filters: string;
  schedule: ReportSchedule;
  /** Of the day, in the time zone of the application. */
  hour: number;
  enabled: number;
  created_by: string | null;
  created_at: number;
  sent_at: number | null;
  next_at: number;
};

export type ReportChannelTable = { report_id: string; channel_id: string };

export type MonitorChannelTable = { monitor_id: string; channel_id: string };

/** The state of a group of a monitor; groups that are well and not seen any more have none. */
export type MonitorStateTable = {
  monitor_id: string;
  /** Empty without grouping, and for interactions without a value. */
  group_value: string;
  state: MonitorState;
  since: number;
  pending_since: number | null;
  value: number | null;
  forecast: number | null;
  /** The start of the calendar period. */
  period: number | null;
  /** The highest step that was reached in the period, and in the one before. */
  step: number | null;
  closed_step: number | null;
  /** When people were told last that it fires, and how often. */
  told_at: number | null;
  told: Generated<number>;
};

/** The history of a monitor. */
export type MonitorChangeTable = {
  id: string;
  monitor_id: string;
  revision: number;
  group_value: string;
  at: number;
  from_state: MonitorState;
  to_state: MonitorState;
  value: number | null;
  threshold: number;
  period: number | null;
  step: number | null;
  /** Why nobody was told. */
  quiet: QuietReason | null;
};

/** What remains of a deleted application, so that neither a late batch nor `PARLEY_INIT_*` brings it back. */
export type DeletedApplicationTable = { id: string; app_key_hash: string; deleted_at: number };

/** Events that happen once in the life of an installation. */
export type DoneOnceTable = { name: string; at: number };

/** A lease: the one server that may do something, until `ends_at` unless renewed. */
export type LeaseTable = { name: string; holder: string; ends_at: number };

/** Schema steps of a ClickHouse cluster; a single server stores its own. */
export type StoreStepTable = { store: string; step: number; applied_at: number };

/** The nodes that share these metadata. */
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

/** Completed backups of this installation. */
export type BackupTable = { id: string; finished_at: number; interactions: number; bytes: number };

/** One row; its value grows whenever something changes that running servers keep in memory. */
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
  prompt_family: PromptFamilyTable;
  late_part: LatePartTable;
  late_call: LateCallTable;
  ledger_position: LedgerPositionTable;
  price_override: PriceOverrideTable;
  saved_view: SavedViewTable;
  score_kind: ScoreKindTable;
  review_queue: ReviewQueueTable;
  review_assignee: ReviewAssigneeTable;
  review_item: ReviewItemTable;
  review: ReviewTable;
  channel: ChannelTable;
  delivery: DeliveryTable;
  monitor: MonitorTable;
  monitor_channel: MonitorChannelTable;
  report: ReportTable;
  report_channel: ReportChannelTable;
  monitor_state: MonitorStateTable;
  monitor_change: MonitorChangeTable;
  deleted_application: DeletedApplicationTable;
  done_once: DoneOnceTable;
  lease: LeaseTable;
  revision: RevisionTable;
  store_step: StoreStepTable;
  node: NodeTable;
  claim: ClaimTable;
  backup: BackupTable;
};
