/** Texts that a session is recognised by: its first prompt and its last answer. */
import type { Message, Session } from '@parley/contract';
import { textsOf } from '../formats/index.ts';
import { listedFromRow } from '../record/from-row.ts';
import { LISTED_SELECT, ListedRow } from '../store/rows/listed-row.ts';
import type { Store } from '../store/store.ts';
import { clockTime } from './clock-time.ts';
import { appCondition } from './filters.ts';
import { type SessionRow, sessionFromRow } from './find-sessions.ts';
import { firstLine } from './first-line.ts';

/** Sessions per statement: their ids go into its URL, and their listed rows fit into a page. */
const SESSIONS_PER_STATEMENT = 50;

/** Sessions with the texts of their first and last interactions. */
export async function sessionsWithTexts(
  store: Store,
  rows: readonly SessionRow[],
  now: number,
): Promise<Session[]> {
  const sessions: Session[] = [];
  for (let i = 0; i < rows.length; i += SESSIONS_PER_STATEMENT)
    sessions.push(...(await fewWithTexts(store, rows.slice(i, i + SESSIONS_PER_STATEMENT), now)));
  return sessions;
}

async function fewWithTexts(store: Store, rows: readonly SessionRow[], now: number): Promise<Session[]> {
  const ends = rows.flatMap(({ first_id, started, last_id, last }) => [
    { id: first_id, at: started },
    { id: last_id, at: last },
  ]);
  const [app = '', ...apps] = new Set(rows.map(({ app_id }) => app_id));
  const { where, params } = appCondition([app, ...apps]);
  const listed = await store.query(
    ListedRow,
    `SELECT ${LISTED_SELECT} FROM interactions
     WHERE ${where} AND requested_at IN {times:Array(DateTime64(3, 'UTC'))} AND id IN {ids:Array(UUID)}`,
    {
      ...params,
      times: [...new Set(ends.map(({ at }) => clockTime(at)))],
      ids: [...new Set(ends.map(({ id }) => id))],
    },
  );
  const said = new Map(listed.map((row) => [row.id, listedFromRow(row)]));
  return rows.map((row) => {
    const title = questionOf(said.get(row.first_id)?.input ?? []);
    const lastAnswer = said.get(row.last_id)?.outputText ?? '';
    return sessionFromRow(row, { title: firstLine(title), lastAnswer: firstLine(lastAnswer) }, now);
  });
}

/** The first user message with a text; one with only an image may come before it. */
function questionOf(input: readonly Message[]): string {
  const asked = input.filter(({ role }) => role === 'user').map((one) => textsOf([one], []).inputText);
  return asked.find((text) => text.trim() !== '') ?? '';
}
