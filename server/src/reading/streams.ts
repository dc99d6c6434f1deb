/** Results too large for one response: streams of bytes, read as fast as the client takes them. */
import type {
  ExportDatasetQuery,
  ExportQuery,
  ExportSessionsQuery,
  ExportUsersQuery,
} from '@parley/contract';
import { type AuditQuery, listAudit } from '../accounts/list-audit.ts';
import { VERSION } from '../base/version.ts';
import { datasetFiles } from '../datasets/dataset.ts';
import { INTERACTION_COLUMNS } from '../export/interaction-columns.ts';
import { SESSION_COLUMNS } from '../export/session-columns.ts';
import { USER_COLUMNS } from '../export/user-columns.ts';
import { toZip } from '../export/zip.ts';
import { derivedIds } from '../queries/derived-ids.ts';
import { exportPages } from '../queries/export-pages.ts';
import { exportRecords } from '../queries/export-records.ts';
import type { Apps } from '../queries/filters.ts';
import { listPages } from '../queries/list-pages.ts';
import { listSessions } from '../queries/list-sessions.ts';
import { listUsers } from '../queries/list-users.ts';
import { targetsOfInteraction, withScores } from '../queries/with-scores.ts';
import { interactionFromRow } from '../record/from-row.ts';
import type { InteractionRow } from '../store/rows/interaction-row.ts';
import type { Store } from '../store/store.ts';
import { auditCsv } from './audit-csv.ts';
import { datasetPages, refuseLargeDataset } from './dataset-items.ts';
import { type ExportForm, exportStream } from './export-stream.ts';
import type { Sources } from './sources.ts';

export type AskedExport<Query> = { apps: Apps; query: Query; form: ExportForm };

/** Sessions or users per page of an export: the maximum of a list. */
const PAGE_ROWS = 500;

async function* scoredPages(store: Store, apps: Apps, pages: AsyncIterable<readonly InteractionRow[]>) {
  for await (const page of pages)
    yield await withScores(store, apps, page.map(interactionFromRow), targetsOfInteraction, {
      wholeComments: true,
    });
}

/** Each rejects when its first page cannot be read, so that an error status can still be sent. */
export const STREAMS = {
  exportInteractions({ store }: Sources, { apps, query, form }: AskedExport<Omit<ExportQuery, 'as'>>) {
    const pages = exportPages(store, apps, query);
    return exportStream(INTERACTION_COLUMNS, exportRecords(scoredPages(store, apps, pages), asListed), form);
  },

  exportSessions({ store }: Sources, { apps, query, form }: AskedExport<Omit<ExportSessionsQuery, 'as'>>) {
    const now = Date.now();
    const pages = listPages((cursor) =>
      listSessions(store, apps, { ...query, limit: PAGE_ROWS, cursor }, now),
    );
    return exportStream(SESSION_COLUMNS, exportRecords(pages, asListed), form);
  },

  exportUsers({ store }: Sources, { apps, query, form }: AskedExport<Omit<ExportUsersQuery, 'as'>>) {
    const pages = listPages((cursor) => listUsers(store, apps, { ...query, limit: PAGE_ROWS, cursor }));
    return exportStream(USER_COLUMNS, exportRecords(pages, asListed), form);
  },

  /** As a ZIP archive. */
  async exportDataset({ store }: Sources, { apps, query }: { apps: Apps; query: ExportDatasetQuery }) {
    const { as, per, ...filters } = query;
    await refuseLargeDataset(store, apps, filters);
    const items = exportRecords(datasetPages(store, apps, { as, per, filters }), asListed);
    const madeBy = `Parley ${VERSION}`;
    return toZip(datasetFiles(items, { format: as, per, filters, madeBy }));
  },

  exportAudit: async ({ metadata }: Sources, question: Omit<AuditQuery, 'limit' | 'after'>) =>
    auditCsv((page) => listAudit(metadata, { ...question, ...page })),

  /** One id per line. */
  derivedIds: async ({ store }: Sources, _: null) => lines(derivedIds(store)),
} satisfies Record<string, (sources: Sources, input: never) => Promise<AsyncIterable<Uint8Array>>>;

function asListed<R>(record: R): R {
  return record;
}

async function* lines(pages: AsyncIterable<readonly string[]>): AsyncGenerator<Uint8Array> {
  for await (const page of pages) yield Buffer.from(page.map((line) => `${line}\n`).join(''));
}

export type Streams = typeof STREAMS;
export type StreamName = keyof Streams;
export type StreamInput<N extends StreamName> = Parameters<Streams[N]>[1];
