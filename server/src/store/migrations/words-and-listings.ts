/**
 * Words become what Unicode says they are, and what is large moves out of the way of lists. Rows that are
 * there already get the words of their texts, and a listing made of those texts.
 */

import { assignments } from '../rewrite/mutations.ts';
import { CONTENT_BYTES, contentColumns, LARGE_BYTES, LISTING, PART_OF_CONTENT } from '../rows/content.ts';
import { WHOLE_TEXT_INDEX } from '../search/search-text.ts';
import { FIRST_PARTS } from './one-content.ts';
import { searchableInSql } from './searchable-in-sql.ts';
import type { Step } from './step.ts';

const { input_text, output_text } = PART_OF_CONTENT;

/** The end of what was asked, the beginning of what was answered. */
const OF_TEXTS = `concat(
  '{"input":', ${said('user', `rightUTF8(${input_text}, 4000)`)},
  ',"output":', ${said('assistant', `leftUTF8(${output_text}, 4000)`)},
  ',"truncated":true}')`;

function said(role: string, text: string): string {
  return `'[{"role":"${role}","content":[{"type":"text","text":', toJSONString(${text}), '}]}]'`;
}

/** As yet. */
const UNTOUCHED = 'large_bytes = 0 AND input_words_bytes = 0 AND output_words_bytes = 0';

const MOVED = contentColumns(
  { ...PART_OF_CONTENT, input_words: 'words_of_input', output_words: 'words_of_output' },
  OF_TEXTS,
);

export const WORDS_AND_LISTINGS: readonly Step[] = [
  () => [
    'ALTER TABLE interactions DROP INDEX IF EXISTS words SETTINGS alter_sync = 2',
    `ALTER TABLE interactions
      ADD COLUMN IF NOT EXISTS large String CODEC(ZSTD(3)),
      ADD COLUMN IF NOT EXISTS large_bytes UInt32,
      ADD COLUMN IF NOT EXISTS input_words_bytes UInt32,
      ADD COLUMN IF NOT EXISTS output_words_bytes UInt32`,
    `ALTER TABLE interactions
      ${FIRST_PARTS.map((part) => `MODIFY COLUMN ${part} String ALIAS ${PART_OF_CONTENT[part]}`).join(', ')},
      ADD COLUMN IF NOT EXISTS input_words String ALIAS ${PART_OF_CONTENT.input_words},
      ADD COLUMN IF NOT EXISTS output_words String ALIAS ${PART_OF_CONTENT.output_words},
      ADD COLUMN IF NOT EXISTS listing String ALIAS ${LISTING}`,
  ],
  // Words first in columns of their own: their expression is long, and the content needs them several times.
  () => {
    const searchable = searchableInSql();
    return [
      `ALTER TABLE interactions
        ADD COLUMN IF NOT EXISTS words_of_input String, ADD COLUMN IF NOT EXISTS words_of_output String`,
      `ALTER TABLE interactions
        UPDATE words_of_input = ${searchable(input_text)}, words_of_output = ${searchable(output_text)}
        WHERE ${UNTOUCHED} AND NOT (isValidASCII(${input_text}) AND isValidASCII(${output_text}))
        SETTINGS mutations_sync = 2`,
      `ALTER TABLE interactions
        UPDATE ${assignments(MOVED)}
        WHERE ${UNTOUCHED}
          AND (notEmpty(words_of_input) OR notEmpty(words_of_output) OR ${CONTENT_BYTES} > ${LARGE_BYTES})
        SETTINGS mutations_sync = 2`,
      `ALTER TABLE interactions DROP COLUMN IF EXISTS words_of_input, DROP COLUMN IF EXISTS words_of_output
        SETTINGS alter_sync = 2`,
    ];
  },
  () => [
    `ALTER TABLE interactions
      ADD INDEX IF NOT EXISTS words ${WHOLE_TEXT_INDEX}`,
    'ALTER TABLE interactions MATERIALIZE INDEX words',
  ],
  () => [
    // What a rejected payload takes, without a look at it.
    'ALTER TABLE rejections ADD COLUMN IF NOT EXISTS payload_bytes UInt32',
    `ALTER TABLE rejections UPDATE payload_bytes = length(payload)
      WHERE payload_bytes = 0 AND notEmpty(payload) SETTINGS mutations_sync = 2`,
  ],
];
