/** What is too much for one answer: sources of bytes, read as far as somebody takes them. */
import type { InteractionFilters } from '@parley/contract';
import { type AuditQuestion, listAudit } from '../accounts/list-audit.ts';
import { derivedIds } from '../queries/derived-ids.ts';
import { exportPages } from '../queries/export-pages.ts';
import type { Apps } from '../queries/filters.ts';
import { auditCsv } from './audit-csv.ts';
import { type ExportFormat, exportStream } from './export-stream.ts';
import type { Sources } from './sources.ts';

export type AskedExport = { apps: Apps; filters: InteractionFilters; as: ExportFormat; gzip: boolean };

/** Each fails before there is anything to read when its first page cannot be read: that can still be answered. */
export const STREAMS = {
  exportInteractions: ({ store }: Sources, { apps, filters, as, gzip }: AskedExport) =>
    exportStream(as, exportPages(store, apps, filters), { gzip }),

  exportAudit: async ({ metadata }: Sources, question: Omit<AuditQuestion, 'limit' | 'after'>) =>
    auditCsv((page) => listAudit(metadata, { ...question, ...page })),

  /** As lines. */
  derivedIds: async ({ store }: Sources, _: null) => lines(derivedIds(store)),
} satisfies Record<string, (sources: Sources, input: never) => Promise<AsyncIterable<Uint8Array>>>;

async function* lines(pages: AsyncIterable<readonly string[]>): AsyncGenerator<Uint8Array> {
  for await (const page of pages) yield Buffer.from(page.map((line) => `${line}\n`).join(''));
}

export type Streams = typeof STREAMS;
export type StreamName = keyof Streams;
export type StreamInput<N extends StreamName> = Parameters<Streams[N]>[1];
