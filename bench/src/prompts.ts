/**
 * How often prompts are recognised wrongly: made-up calls of applications whose prompts and versions are known.
 *
 *   --cases 100    applications
 *   --calls 500    of each
 *   --seed 0       of the first
 *   --verbose      also prints the applications with errors
 */
import { parseFlags } from '../../server/src/base/flags.ts';
import { Families } from '../../server/src/prompts/families.ts';
import { type Feature, featuresOf } from '../../server/src/prompts/features.ts';
import { joinVersions, lastingFeatures, type VersionCalls } from '../../server/src/prompts/versions.ts';
import { KINDS, type PlantedCall, plantPrompts } from '../../server/test/support/planted-prompts.ts';

export function run(args: string[]): void {
  const { values } = parseFlags({
    args,
    options: {
      cases: { type: 'string', default: '100' },
      calls: { type: 'string', default: '500' },
      seed: { type: 'string', default: '0' },
      verbose: { type: 'boolean', default: false },
    },
  });
  const [cases, calls, seed] = [Number(values.cases), Number(values.calls), Number(values.seed)];
  const total = { calls: 0, prompts: 0, mixed: 0, split: 0, mixedPrompts: 0, splitPrompts: 0 };
  const byKind = new Map(KINDS.map((kind) => [kind, { calls: 0, mixed: 0, split: 0 }]));
  const versions = { planted: 0, found: 0, invented: 0 };
  let spentMs = 0;
  let characters = 0;
  for (let i = seed; i < seed + cases; i++) {
    const planted = plantPrompts(i, calls);
    const families = new Families();
    const started = performance.now();
    const features = planted.calls.map(({ text, tools }) => featuresOf(text, tools));
    const ids = planted.calls.map(({ begins, at }, i) =>
      families.promptOf({ features: features[i] ?? [], begins, at }),
    );
    spentMs += performance.now() - started;
    characters += planted.calls.reduce((sum, { text }) => sum + text.length, 0);
    const pairs = planted.calls.map(({ prompt }, at) => ({ prompt, id: ids[at] ?? '' }));
    const promptOfId = mostOf(pairs.map(({ prompt, id }) => [id, prompt]));
    const idOfPrompt = mostOf(pairs.map(({ prompt, id }) => [prompt, id]));
    const wrong = { mixed: new Set<number>(), split: new Set<number>() };
    for (const { prompt, id } of pairs) {
      const kind = byKind.get(planted.kinds[prompt] ?? 'static');
      if (!kind) continue;
      const [isMixed, isSplit] = [promptOfId.get(id) !== prompt, idOfPrompt.get(prompt) !== id];
      kind.calls++;
      total.calls++;
      if (isMixed) {
        kind.mixed++;
        total.mixed++;
        wrong.mixed.add(prompt);
      } else if (isSplit) {
        kind.split++;
        total.split++;
        wrong.split.add(prompt);
      }
    }
    for (const [prompt, id] of idOfPrompt) {
      const seen = planted.calls.flatMap((call, i) =>
        ids[i] === id ? [{ call, features: features[i] ?? [] }] : [],
      );
      const own = seen.filter(({ call }) => call.prompt === prompt);
      if (own.length < seen.length) continue;
      const { planted: were, found, invented } = compareVersions(own);
      versions.planted += were;
      versions.found += found;
      versions.invented += invented;
    }
    total.prompts += idOfPrompt.size;
    total.mixedPrompts += wrong.mixed.size;
    total.splitPrompts += wrong.split.size;
    if (values.verbose && wrong.mixed.size + wrong.split.size > 0) {
      for (const prompt of new Set([...wrong.mixed, ...wrong.split])) {
        const its = pairs.filter((pair) => pair.prompt === prompt).map(({ id }) => id);
        const counts = [...Map.groupBy(its, (id) => id)].map(
          ([id, all]) => `${id}:${all.length}${promptOfId.get(id) === prompt ? '' : '!'}`,
        );
        console.log(
          `${i}: prompt ${prompt} of ${planted.kinds.length} (${planted.kinds[prompt]}, ${planted.versions[prompt]} versions): ${counts.join(' ')}`,
        );
      }
    }
  }
  const share = (part: number, whole: number) => Number(((100 * part) / whole).toFixed(2));
  for (const [kind, { calls, mixed, split }] of byKind)
    console.log(
      `${kind.padEnd(18)} ${String(calls).padStart(7)} calls  ${share(mixed, calls)} % in another prompt  ${share(split, calls)} % in a second family`,
    );
  console.log(
    JSON.stringify({
      bench: 'prompts',
      cases,
      calls: total.calls,
      prompts: total.prompts,
      two_as_one_percent: share(total.mixed, total.calls),
      one_as_several_percent: share(total.split, total.calls),
      prompts_mixed: total.mixedPrompts,
      prompts_split: total.splitPrompts,
      versions_planted: versions.planted,
      versions_found: versions.found,
      versions_invented: versions.invented,
      us_per_call: Math.round((1000 * spentMs) / total.calls),
      characters_per_call: Math.round(characters / total.calls),
    }),
  );
}

/** The most frequent value of each key. */
function mostOf<K, V>(pairs: readonly (readonly [K, V])[]): Map<K, V> {
  const most = new Map<K, V>();
  for (const [key, all] of Map.groupBy(pairs, ([key]) => key)) {
    const counts = [...Map.groupBy(all, ([, value]) => value)].sort((a, b) => b[1].length - a[1].length);
    if (counts[0]) most.set(key, counts[0][0]);
  }
  return most;
}

/** A planted change is found if a version begins between the last call of before and the fifth of after. */
function compareVersions(seen: readonly { call: PlantedCall; features: readonly Feature[] }[]) {
  const changes = seen.flatMap(({ call }, i) => {
    const before = seen[i - 1]?.call;
    const after = seen.slice(i, i + 5).filter((each) => each.call.version === call.version);
    const isEnough = seen.filter((each) => each.call.version === call.version).length >= 5;
    return before && isEnough && before.version !== call.version
      ? [{ from: call.at, to: after.at(-1)?.call.at ?? call.at }]
      : [];
  });
  const begins = versionsOf(seen)
    .slice(1)
    .map(([first]) => first?.first ?? 0);
  const found = changes.filter(({ from, to }) => begins.some((at) => at >= from && at <= to)).length;
  const invented = begins.filter((at) => !changes.some(({ from, to }) => at >= from && at <= to)).length;
  return { planted: changes.length, found, invented };
}

/** As the server does it with two statements. */
function versionsOf(seen: readonly { call: PlantedCall; features: readonly Feature[] }[]): VersionCalls[][] {
  const times = seen.map(({ call }) => call.at);
  const uses = [
    ...Map.groupBy(
      seen.flatMap(({ call, features }) => features.map(({ hash }) => ({ hash, at: call.at }))),
      ({ hash }) => hash,
    ),
  ].map(([hash, all]) => ({ hash, calls: all.length, first: all[0]?.at ?? 0, last: all.at(-1)?.at ?? 0 }));
  const lasting = new Set(
    lastingFeatures(
      uses,
      seen.length,
      (first, last) => times.filter((at) => at >= first && at <= last).length,
    ),
  );
  const groups = Map.groupBy(seen, ({ features }) =>
    features
      .flatMap(({ hash }) => (lasting.has(hash) ? [hash] : []))
      .toSorted()
      .join(' '),
  );
  return joinVersions(
    [...groups].map(([key, all]) => ({
      lasting: key.split(' '),
      calls: all.length,
      first: all[0]?.call.at ?? 0,
      last: all.at(-1)?.call.at ?? 0,
    })),
  );
}
