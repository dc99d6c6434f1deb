import type { Highlights, ListedInteraction } from '@parley/contract';
import { z } from 'zod';
import { PART_OF_CONTENT } from '../../store/rows/content.ts';
import type { ListedRow } from '../../store/rows/listed-row.ts';
import { splitSections } from '../../store/search/sections.ts';
import type { Store } from '../../store/store.ts';
import { type Apps, appCondition } from '../filters.ts';
import { highlights, highlightsIn, SEARCHED_LENGTH, type Search, type SearchedText } from './highlight.ts';

/** Bytes of large interactions that are read per page for highlights; beyond it, interactions have none. */
const MAX_READ_BYTES = 16 * 1024 * 1024;

/** Highlights of each interaction of a page: in the listed part of its texts, or else in the whole texts. */
export async function listHighlights(
  store: Store,
  apps: Apps,
  search: Search,
  rows: readonly ListedRow[],
  records: readonly ListedInteraction[],
): Promise<Highlights[]> {
  const listed = records.map((record) => highlights(search, record));
  const beyond = rows.filter((_, i) => records[i]?.truncated && !listed[i]?.input && !listed[i]?.output);
  const texts = await wholeTexts(store, apps, beyond);
  return listed.map((found, i) => {
    const whole = texts.get(rows[i]?.id ?? '');
    return whole ? highlightsIn(search, sectionTexts(whole.input), whole.output) : found;
  });
}

/** The end of each section: what is asked comes last. */
const ENDS_OF_SECTIONS = `arrayStringConcat(
  arrayMap(text -> rightUTF8(text, {length:UInt32}), splitByChar('\\x1e', ${PART_OF_CONTENT.input_text})), '\\x1e')`;

/** The background first: a match in what was said anew counts more. */
function sectionTexts(input: string): SearchedText[] {
  return splitSections(input)
    .map(({ section, text }) => ({
      text,
      role: section === 'history' ? null : section,
      isNew: section !== 'history',
    }))
    .toReversed();
}

const Texts = z.object({ id: z.string(), input: z.string(), output: z.string() });

async function wholeTexts(
  store: Store,
  apps: Apps,
  rows: readonly ListedRow[],
): Promise<Map<string, z.infer<typeof Texts>>> {
  let bytes = 0;
  const read = rows.filter(({ large_bytes }, i) => {
    bytes += large_bytes;
    return i === 0 || bytes <= MAX_READ_BYTES;
  });
  if (read.length === 0) return new Map();
  const { where, params } = appCondition(apps);
  const times = read.map(({ requested }) => Date.parse(requested));
  const texts = await store.query(
    Texts,
    `SELECT id, ${ENDS_OF_SECTIONS} AS input,
            substringUTF8(${PART_OF_CONTENT.output_text}, 1, {length:UInt32}) AS output
     FROM interactions
     WHERE ${where}
       AND requested_at >= fromUnixTimestamp64Milli({first:Int64})
       AND requested_at <= fromUnixTimestamp64Milli({last:Int64})
       AND id IN {ids:Array(UUID)}`,
    {
      ...params,
      length: SEARCHED_LENGTH,
      first: Math.min(...times),
      last: Math.max(...times),
      ids: read.map(({ id }) => id),
    },
  );
  return new Map(texts.map((text) => [text.id, text]));
}
