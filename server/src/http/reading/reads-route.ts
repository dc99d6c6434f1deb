/** Several reads in one request. Each is answered with a line of JSON as soon as it is ready. */
import {
  ListInteractionsQuery,
  ListLabelsQuery,
  ListScoreNamesQuery,
  ListSessionsQuery,
  ListUsersQuery,
  QueryBody,
  type ReadName,
  type ReadsBody,
  sameRows,
} from '@parley/contract';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { asFinished } from '../../base/as-finished.ts';
import { ApiError } from '../../base/errors.ts';
import { joinedJson } from '../../reading/json-bytes.ts';
import type { Reading } from '../../reading/reading.ts';
import { type Asker, type Guards, narrowTo } from '../asker.ts';
import { type Bind, gatherNamed, placeDates, withFilters } from '../bind.ts';
import { parseQuery } from '../parse.ts';
import { refusal } from '../raw/answer.ts';
import type { JsonSender } from '../send-json.ts';

type Sources = Guards & { reading: Reading; sender: JsonSender; log: Logger };

/** Reads of a request that run at a time: as many as a browser would send. The others wait for them. */
const AT_ONCE = 4;

type ListName = Exclude<ReadName, 'query'>;
const LISTS = {
  listInteractions: ListInteractionsQuery,
  listSessions: ListSessionsQuery,
  listUsers: ListUsersQuery,
  listLabels: ListLabelsQuery,
  listScoreNames: ListScoreNamesQuery,
} satisfies Record<ListName, z.ZodObject>;

/** A part of the answer: the line of one read, or those of several queries about the same rows. */
type Part = { keys: string[]; lines: () => Promise<Uint8Array> };

export function readsRoute(bind: Bind, sources: Sources): void {
  const { sender, log } = sources;
  bind('readTogether', async ({ asker, body, request, reply, gone }) => {
    const parts = await partsOf(sources, asker, body, gone);
    const jobs = parts.map(({ keys, lines }) => async () => {
      try {
        const bytes = await lines();
        sender.hold(reply, asker.key, bytes.length);
        return bytes;
      } catch (error) {
        const refused = refusal(error, log, request.id);
        const failed = { status: refused.status, error: refused.body(request.id) };
        return Buffer.from(keys.map((key) => `${JSON.stringify({ key, ...failed })}\n`).join(''));
      }
    });
    return sender.sendLines(reply, asFinished(jobs, AT_ONCE));
  });
}

/** The parts in the order of their first reads. Throws if a read is invalid or of an application out of reach. */
async function partsOf(
  sources: Sources,
  asker: Asker,
  { reads }: ReadsBody,
  gone: AbortSignal,
): Promise<Part[]> {
  const { reading } = sources;
  const parsedReads: (Part | ParsedQuery)[] = [];
  for (const [place, { key, read, input }] of reads.entries()) {
    const parsed = async <S extends z.ZodObject>(schema: S, given: unknown) =>
      parseRead(place, schema, await placeDates(sources, asker, schema, given));
    const list = async <N extends ListName>(name: N) => {
      const query = await parsed(LISTS[name], gatherNamed(input));
      const { apps } = narrowTo(asker, query.app);
      return () => reading.query(asker.key, name, apps, query, gone);
    };
    if (read !== 'query') {
      const ask = await list(read);
      parsedReads.push({ keys: [key], lines: async () => lineOf(key, await ask()) });
      continue;
    }
    const body = await parsed(QueryBody, withFilters(input));
    const { apps } = narrowTo(asker, body.filters.app);
    parsedReads.push({ key, apps, body });
  }
  const groups = new Map<string, { keys: string[]; bodies: [QueryBody, ...QueryBody[]] }>();
  return parsedReads.flatMap((read): Part[] => {
    if (!('body' in read)) return [read];
    const { key, apps, body } = read;
    const rows = sameRows(apps, body) ?? key;
    const known = groups.get(rows);
    if (known) {
      known.keys.push(key);
      known.bodies.push(body);
      return [];
    }
    const together = { keys: [key], bodies: [body] satisfies [QueryBody] };
    groups.set(rows, together);
    const lines = () => reading.query(asker.key, 'readTogether', apps, together, gone);
    return [{ keys: together.keys, lines }];
  });
}

type ParsedQuery = { key: string; apps: Asker['apps']; body: QueryBody };

function lineOf(key: string, answer: Uint8Array): Uint8Array {
  return joinedJson(`{"key":${JSON.stringify(key)},"answer":`, answer, '}\n');
}

/** Issues name the read that they are about. */
function parseRead<S extends z.ZodType>(place: number, schema: S, input: unknown): z.output<S> {
  try {
    return parseQuery(schema, input);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const at = `reads.${place}.input`;
    const issues = error.details.issues?.map((issue) => ({ ...issue, path: `${at}.${issue.path}` }));
    throw new ApiError(error.code, { ...error.details, ...(issues ? { issues } : {}) });
  }
}
