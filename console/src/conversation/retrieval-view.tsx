import type { Interaction, Message, Role } from '@parley/contract';
import type { ReactNode } from 'react';
import { count } from '../lib/format.ts';
import { LongText } from './long-text.tsx';
import { PartView } from './part-view.tsx';
import { documentsText, rankedIn, rankedInput, scoreText, vectorsText } from './retrieval-text.ts';

/** Nobody else has texts embedded. */
const USER: Role = 'user';

/** An embedding or a ranking: the texts and their result. */
export function RetrievalView({ interaction }: { interaction: Interaction }) {
  return interaction.type === 'rerank' ? (
    <Ranking interaction={interaction} />
  ) : (
    <Embedding interaction={interaction} />
  );
}

function Embedding({ interaction }: { interaction: Interaction }) {
  const { input, vectors, texts } = interaction;
  return (
    <div className="flex flex-col gap-4">
      <Section title={texts === null ? 'Texts' : `${count(texts)} ${texts === 1 ? 'text' : 'texts'}`}>
        {texts === null ? <p className="text-sm text-ink-3">Not included in the telemetry.</p> : null}
        <ol className="flex flex-col gap-2">
          {partsOf(input).map(({ key, part, place }) => (
            <li key={key} className="flex gap-3 rounded-lg bg-sunken px-3.5 py-2.5">
              <Place>{place}</Place>
              <PartView part={{ key, ...part }} role={USER} />
            </li>
          ))}
        </ol>
      </Section>
      {vectors === null ? null : (
        <Section title="Answer">
          <p>{vectorsText(interaction)}</p>
          <p className="text-sm text-ink-3">
            {vectors.kept
              ? 'The vectors are kept: see the raw JSON.'
              : 'The vectors themselves are not kept.'}
          </p>
        </Section>
      )}
    </div>
  );
}

/** The documents in the order of the answer, then the ones it left out. */
function Ranking({ interaction }: { interaction: Interaction }) {
  const { output, texts } = interaction;
  const { query, documents } = rankedInput(interaction);
  const ranked = rankedIn(output);
  const named = new Set(ranked.map(({ index }) => index));
  const rest = (documents?.content ?? []).flatMap((_, index) => (named.has(index) ? [] : [index]));
  const textAt = (index: number) => {
    const part = documents?.content[index];
    return part?.type === 'text' ? part.text : '';
  };
  return (
    <div className="flex flex-col gap-4">
      {query ? (
        <Section title="Query">
          {query.content.map((part) =>
            part.type === 'text' ? <LongText key={part.text} text={part.text} plain /> : null,
          )}
        </Section>
      ) : null}
      <Section title={`${documentsText(ranked, texts)}, best first`}>
        <ol className="flex flex-col gap-2">
          {ranked.map(({ index, score }) => (
            <li key={index} className="flex gap-3 rounded-lg bg-sunken px-3.5 py-2.5">
              <span className="tabular w-16 shrink-0 text-ink-2" title={`Document ${count(index + 1)}`}>
                {scoreText(score)}
              </span>
              <LongText text={textAt(index)} plain />
            </li>
          ))}
        </ol>
      </Section>
      {rest.length === 0 ? null : (
        <details className="rounded-lg border border-line px-3.5 py-2">
          <summary className="text-sm text-ink-2">{count(rest.length)} left out</summary>
          <ol className="flex flex-col gap-2 pt-2">
            {rest.map((index) => (
              <li key={index} className="flex gap-3">
                <Place>{index + 1}</Place>
                <LongText text={textAt(index)} plain />
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}

function partsOf(messages: readonly Message[]) {
  return messages
    .flatMap(({ content }) => content)
    .map((part, place) => ({ key: String(place), part, place: place + 1 }))
    .flatMap(({ part, ...rest }) =>
      part.type === 'tool_call' || part.type === 'tool_result' ? [] : [{ part, ...rest }],
    );
}

function Place({ children }: { children: number }) {
  return <span className="tabular w-8 shrink-0 text-ink-3">{count(children)}</span>;
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="text-xs font-semibold text-ink-2">{title}</h3>
      {children}
    </section>
  );
}
