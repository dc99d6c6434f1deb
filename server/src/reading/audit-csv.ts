import type { AuditEntry } from '@parley/contract';
import type { AuditPosition } from '../accounts/list-audit.ts';

const COLUMNS = [
  'at',
  'action',
  'actor',
  'personId',
  'appId',
  'target',
  'details',
  'address',
  'userAgent',
] as const satisfies (keyof AuditEntry)[];
const PAGE_ENTRIES = 500;

type ReadPage = (page: { limit: number; after?: AuditPosition | undefined }) => Promise<AuditEntry[]>;

/** The audit log as CSV, read page by page. */
export async function* auditCsv(read: ReadPage): AsyncGenerator<Buffer, void, undefined> {
  yield Buffer.from(`${COLUMNS.join(',')}\r\n`);
  let after: AuditPosition | undefined;
  for (;;) {
    const entries = await read({ limit: PAGE_ENTRIES, after });
    const lines = entries.map((entry) => `${COLUMNS.map((name) => field(entry[name])).join(',')}\r\n`);
    yield Buffer.from(lines.join(''));
    const last = entries.at(-1);
    if (!last || entries.length < PAGE_ENTRIES) return;
    after = { at: Date.parse(last.at), id: last.id };
  }
}

/** A quoted field; an apostrophe keeps spreadsheets from running a value as a formula. */
function field(value: AuditEntry[(typeof COLUMNS)[number]]): string {
  if (value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
