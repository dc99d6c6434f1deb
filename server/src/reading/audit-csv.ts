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
const PAGE = 500;

type ReadPage = (page: { limit: number; after?: AuditPosition | undefined }) => Promise<AuditEntry[]>;

/** The audit log as lines of CSV, read page by page. */
export async function* auditCsv(read: ReadPage): AsyncGenerator<Buffer, void, undefined> {
  yield Buffer.from(`${COLUMNS.join(',')}\r\n`);
  let after: AuditPosition | undefined;
  for (;;) {
    const entries = await read({ limit: PAGE, after });
    const lines = entries.map((entry) => `${COLUMNS.map((name) => field(entry[name])).join(',')}\r\n`);
    yield Buffer.from(lines.join(''));
    const last = entries.at(-1);
    if (!last || entries.length < PAGE) return;
    after = { at: Date.parse(last.at), id: last.id };
  }
}

/** Quoted; and what a spreadsheet would take for a formula begins with an apostrophe. */
function field(value: AuditEntry[(typeof COLUMNS)[number]]): string {
  if (value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
