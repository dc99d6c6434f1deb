/**
 * Sorts the texts of rows of earlier versions by who said them, so that search can tell them apart. It can be
 * interrupted and repeated at any time: sorted rows are not read again.
 */
import { type Exchange, isRecordedFormat, saidTexts } from '@parley/contract';
import { readBodies } from '../record/derive.ts';
import type {
  ByteSpan,
  SortedRow,
  SortedTexts,
  UnsortedRow,
  UnsortedRows,
} from '../store/rewrite/unsorted-rows.ts';
import { searchableText } from '../store/search/searchable-text.ts';
import { SECTION_END, SECTIONS, searchedTexts } from '../store/search/sections.ts';

/** Texts of one mutation, which are in memory as a whole; most rows have spans only. */
const BATCH_BYTES = 64 * 1024 * 1024;

/** Sorts a batch of the newest rows; returns how many. */
export async function sortBatch(
  rows: Pick<UnsortedRows, 'pages' | 'sort'>,
  signal?: AbortSignal,
): Promise<number> {
  const sorted: SortedRow[] = [];
  let bytes = 0;
  for await (const page of rows.pages()) {
    if (signal?.aborted) return 0;
    for (const row of page) {
      const texts = sortedTexts(row);
      sorted.push({ id: row.id, appId: row.app_id, requestedAt: row.requested, texts });
      bytes += texts.input.length + texts.output.length + texts.inputWords.length + texts.outputWords.length;
    }
    if (bytes >= BATCH_BYTES) break;
  }
  if (sorted.length > 0) await rows.sort(sorted);
  return sorted.length;
}

/** As spans of the stored input where that is possible, which take little space. */
export function sortedTexts(row: UnsortedRow): SortedTexts {
  const exchange = exchangeOf(row);
  if (!exchange) return { ...NO_TEXTS, spans: [wholeOf(row)], inputWords: searchableText(row.input_text) };
  const turn = { ...exchange, previousUpstreamId: row.previous_upstream_id || null };
  const { inputWords, ...texts } = searchedTexts(turn);
  const isMoved =
    row.input_text === exchange.inputText &&
    texts.output === exchange.outputText &&
    !row.input_text.includes(SECTION_END);
  if (!isMoved) return { spans: [], inputWords, ...texts };
  return { ...NO_TEXTS, spans: spansOf(turn), inputWords };
}

const NO_TEXTS = { input: '', output: '', outputWords: '' };

/** Null for a row that cannot be read: its text stays in one section. */
function exchangeOf({ format, type, request, response }: UnsortedRow): Exchange | null {
  try {
    return readBodies(isRecordedFormat(format) ? format : 'universal', type, request, response).exchange;
  } catch {
    return null;
  }
}

function wholeOf({ input_text }: UnsortedRow): ByteSpan[] {
  return [[1, Buffer.byteLength(input_text)]];
}

/** By section, where its texts are in the input, whose texts are lines. Empty sections at the end are left out. */
function spansOf(turn: Pick<Exchange, 'input' | 'previousUpstreamId'>): ByteSpan[][] {
  let start = 1;
  const texts = saidTexts(turn).map(({ text, role, isNew }) => {
    const span: ByteSpan = [start, Buffer.byteLength(text)];
    start += span[1] + 1;
    return { span, section: isNew ? role : 'history' };
  });
  const spans = SECTIONS.map((wanted) =>
    texts.flatMap(({ span, section }) => (section === wanted ? [span] : [])),
  );
  return spans.slice(0, Math.max(1, spans.findLastIndex(({ length }) => length > 0) + 1));
}
