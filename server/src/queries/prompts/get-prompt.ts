import type { GetPromptQuery, PromptDetail, PromptVersion } from '@parley/contract';
import { z } from 'zod';
import { cutText } from '../../base/cut-text.ts';
import { type FeatureUse, joinVersions, lastingFeatures } from '../../prompts/versions.ts';
import type { Store } from '../../store/store.ts';
import { type Apps, type Conditions, conditions } from '../filters.ts';
import { findPrompts, type PromptRow, summaryOf } from './list-prompts.ts';
import { addFigures, FiguresRow, figuresOf, type PromptFigures, promptFigures } from './prompt-figures.ts';
import { type PromptText, promptTexts } from './prompt-texts.ts';
import { varyingPieces } from './varying-pieces.ts';

/** The newest; of as many, texts are read. */
const MAX_VERSIONS = 20;
/** Features that versions are told by, the most frequent. */
const MAX_USES = 2000;
/** Groups of calls that versions are made of, the largest. */
const MAX_GROUPS = 500;
/** Interactions of a version whose texts are compared, beside the newest. */
const COMPARED = 4;
const MAX_BODY_BYTES = 512 * 1024;
/** Characters of a text, and of all tools. */
const MAX_TEXT = 32 * 1024;

const Use = z.object({ hash: z.string(), calls: z.number(), first: z.number(), last: z.number() });

const Group = FiguresRow.extend({
  prompt_version: z.string(),
  lasting: z.string(),
  newest: z.string(),
  some: z.array(z.string()),
});
type Group = z.infer<typeof Group>;

/** A prompt with its versions; null when no interaction has it. */
export async function getPrompt(
  store: Store,
  apps: Apps,
  { id, from, to }: Pick<GetPromptQuery, 'from' | 'to'> & { id: string },
): Promise<PromptDetail | null> {
  const filters = {
    prompt: [id],
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
  const figures = await promptFigures(store, apps);
  const find = (where: Apps) =>
    findPrompts(store, where, { ...filters, orderBy: 'lastSeenAt', order: 'desc', limit: 1 }, figures);
  // Two applications may have prompts of one name.
  const own: Apps | null = apps.length === 1 ? apps : ownerOf(await find(apps));
  if (!own) return null;
  const fits = conditions(own, filters);
  const [[prompt], uses] = await Promise.all([find(own), usesOf(store, fits)]);
  if (!prompt) return null;
  const lasting = lastingFeatures(uses, prompt.interactions, (first, last) => last - first + 1);
  const versions = versionsOf(await groupsOf(store, fits, lasting, figures));
  const shown = versions.slice(-MAX_VERSIONS);
  const compared = shown.flatMap((groups) => groups.flatMap(sampled).slice(0, COMPARED + 1));
  const texts = await promptTexts(store, own, [...new Set([prompt.newest, ...compared])], MAX_BODY_BYTES);
  return {
    ...summaryOf(prompt, figures, texts.get(prompt.newest)?.text ?? ''),
    versions: shown.map((groups, i) =>
      versionOf(groups, versions.length - shown.length + i + 1, texts, figures),
    ),
  };
}

function ownerOf([prompt]: readonly PromptRow[]): Apps | null {
  return prompt ? [prompt.app_id] : null;
}

/** Features that recur, with the places of their first and last call among all calls of the prompt. */
function usesOf(store: Store, { where, params }: Conditions): Promise<FeatureUse[]> {
  return store.query(
    Use,
    `SELECT hash, count() AS calls, min(place) AS first, max(place) AS last
     FROM (SELECT prompt_features, row_number() OVER (ORDER BY requested_at, id) AS place
           FROM interactions WHERE ${where} AND notEmpty(prompt_features))
     ARRAY JOIN splitByChar(' ', prompt_features) AS hash
     GROUP BY hash ORDER BY calls DESC, hash LIMIT ${MAX_USES}`,
    params,
  );
}

function groupsOf(
  store: Store,
  { where, params }: Conditions,
  lasting: readonly string[],
  figures: PromptFigures,
): Promise<Group[]> {
  return store.query(
    Group,
    `SELECT prompt_version, if(notEmpty(prompt_version), '', arrayStringConcat(arraySort(arrayFilter(
              hash -> has({lasting:Array(String)}, hash), splitByChar(' ', prompt_features))), ' ')) AS lasting,
            ${figures.sql}, toString(argMaxIf(id, requested_at, request_bytes > 0)) AS newest,
            arrayMap(one -> toString(one), groupArrayIf(${COMPARED})(id, request_bytes > 0)) AS some
     FROM interactions WHERE ${where}
     GROUP BY prompt_version, lasting ORDER BY interactions DESC, first_seen LIMIT ${MAX_GROUPS}`,
    { ...params, ...figures.params, lasting },
  );
}

/** The groups of each version, the largest first; the oldest version is first. */
function versionsOf(groups: readonly Group[]): Group[][] {
  const [named, unnamed] = [
    groups.filter(({ prompt_version }) => prompt_version !== ''),
    groups.filter(({ prompt_version }) => prompt_version === ''),
  ];
  const found = joinVersions(
    unnamed.map((group) => ({
      group,
      lasting: group.lasting.split(' '),
      calls: group.interactions,
      first: group.first_seen,
      last: group.last_seen,
    })),
  );
  return [...named.map((group) => [group]), ...found.map((version) => version.map(({ group }) => group))]
    .filter((version) => version.length > 0)
    .toSorted((a, b) => (a[0]?.first_seen ?? 0) - (b[0]?.first_seen ?? 0));
}

function sampled({ newest, some }: Group): string[] {
  return [newest, ...some];
}

function versionOf(
  groups: readonly Group[],
  number: number,
  texts: ReadonlyMap<string, PromptText>,
  figures: PromptFigures,
): PromptVersion {
  const seen = groups.flatMap(sampled).flatMap((id) => texts.get(id) ?? []);
  const [newest, ...others] = seen;
  const tools = newest?.tools.join('\n') ?? '';
  return {
    number,
    name: groups[0]?.prompt_version || null,
    ...figuresOf(addFigures(groups), figures),
    text: newest
      ? varyingPieces(
          cutText(newest.text, MAX_TEXT),
          others.map(({ text }) => cutText(text, MAX_TEXT)),
        )
      : [],
    tools: cutText(tools, MAX_TEXT).split('\n').filter(Boolean),
    truncated: tools.length > MAX_TEXT || (newest?.text.length ?? 0) > MAX_TEXT,
  };
}
