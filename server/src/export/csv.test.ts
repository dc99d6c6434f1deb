import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Interaction } from '@parley/contract';
import fc from 'fast-check';
import { anyRecord, bytesFrom, each } from '../../test/support/any-record.ts';
import { headOf, recordOf } from '../../test/support/interactions.ts';
import { toCsv } from './csv.ts';
import { INTERACTION_COLUMNS as COLUMNS } from './interaction-columns.ts';

describe('CSV', () => {
  it('is read back unchanged by a reader of plain RFC 4180', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRecord, { maxLength: 4 }), async (records) => {
        const [header, ...rows] = readCsv(await csvOf(records));
        assert.deepEqual(
          header,
          COLUMNS.map(({ name }) => name),
        );
        assert.deepEqual(
          rows.map((row) => row.map(withoutApostrophe)),
          records.map((record) => COLUMNS.map(({ of }) => wellFormed(of(record)))),
        );
      }),
    );
  });

  it('never contains a text cell that a spreadsheet reads as a formula', async () => {
    await fc.assert(
      fc.asyncProperty(anyRecord, async (record) => {
        const [, row = []] = readCsv(await csvOf([record]));
        for (const [index, { kind, name }] of COLUMNS.entries()) {
          if (kind === 'text')
            assert.doesNotMatch(row[index] ?? '', /^[\s\0\ufeff]*[=+\-@＝＋－＠]|^[\t\r\n]/, name);
        }
      }),
    );
  });

  it('prefixes every kind of formula with an apostrophe, and nothing else', async () => {
    const cells: [string, string][] = [
      ['=1+1', "'=1+1"],
      ['+1', "'+1"],
      ['-1', "'-1"],
      ['@SUM(A1)', "'@SUM(A1)"],
      ['\t=1', "'\t=1"],
      ['\rx', "'\rx"],
      [' =1', "' =1"],
      ['＝1', "'＝1"],
      ['＠x', "'＠x"],
      ['1-1', '1-1'],
      ['a=b', 'a=b'],
      ["'tis", "'tis"],
    ];
    const records = cells.map(([inputText]) => ({ ...plain(), inputText }));
    const [, ...rows] = readCsv(await csvOf(records));
    assert.deepEqual(
      rows.map((row) => row.at(-2)),
      cells.map(([, expected]) => expected),
    );
  });

  it('leaves numbers unquoted, distinguishes empty from absent texts, and ends lines with CRLF', async () => {
    const record = {
      ...plain(),
      latencyMs: 12,
      cost: { usd: 1e-7, source: '', stated: null },
      inputText: 'a "b"\n',
      outputText: '',
    };
    const text = await csvOf([record]);
    const [, line = ''] = text.split('\r\n');
    assert.ok(text.endsWith('\r\n'));
    assert.ok(line.includes(',12,,,10,'), line);
    assert.ok(line.includes(',1e-7,"",'), line);
    assert.ok(line.endsWith(',"a ""b""\n",""'), line);
  });
});

function plain(): Interaction {
  return recordOf(headOf());
}

async function csvOf(records: readonly Interaction[]): Promise<string> {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
    await bytesFrom(toCsv(each(records), COLUMNS)),
  );
}

/** An empty cell is null, `""` an empty text. */
function readCsv(text: string): (string | null)[][] {
  const rows: (string | null)[][] = [];
  let row: (string | null)[] = [];
  let at = 0;
  while (at < text.length) {
    let cell: string | null = null;
    if (text[at] === '"') {
      cell = '';
      for (at++; text[at] !== '"' || text[at + 1] === '"'; at++) {
        if (text[at] === '"') at++;
        cell += text[at];
      }
      at++;
    } else {
      const end = /,|\r\n/g;
      end.lastIndex = at;
      const stop = end.exec(text)?.index ?? text.length;
      if (stop > at) cell = text.slice(at, stop);
      at = stop;
    }
    row.push(cell);
    if (text[at] === ',') at++;
    else {
      assert.equal(text.slice(at, at + 2), '\r\n');
      at += 2;
      rows.push(row);
      row = [];
    }
  }
  assert.deepEqual(row, []);
  return rows;
}

function withoutApostrophe(cell: string | null): string | null {
  return cell?.replace(/^'(?=[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u, '') ?? null;
}

/** As read back: UTF-8 has no lone surrogates, and an apostrophe before a formula looks like one of ours. */
function wellFormed(value: string | number | boolean | null): string | null {
  return value === null ? null : withoutApostrophe(String(value).toWellFormed());
}
