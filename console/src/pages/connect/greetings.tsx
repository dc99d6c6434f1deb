import type { Arrival } from '@parley/contract';
import { useAsk } from '../../api/use-ask.ts';
import { lookAgain } from '../../conversation/late-texts.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/status.tsx';
import { ArrivedInteraction } from './arrived-interaction.tsx';
import { wayName } from './way-names.ts';

type Props = {
  /** The newest first. */
  greeted: readonly Arrival[];
  /** Whether the application had no interactions before. */
  isFirst: boolean;
};

/** A person tries one way after the other; earlier greetings are below, in the list of ways. */
const MAX_SHOWN = 2;

/** Greets each new way with its first interaction. */
export function Greetings({ greeted, isFirst }: Props) {
  return greeted.slice(0, MAX_SHOWN).map((arrival, i) => {
    const title =
      isFirst && i === greeted.length - 1 ? 'Your first interaction is here' : `New: ${wayName(arrival)}`;
    return <Greeting key={arrival.firstId} id={arrival.firstId} title={title} />;
  });
}

export function Greeting({ id, title }: { id: string; title: string }) {
  const { data } = useAsk('GET /v1/interactions/:id', { params: { id } }, { every: lookAgain });
  if (data) return <ArrivedInteraction title={title} interaction={data} />;
  return (
    <Card className="border-accent">
      <p className="pt-2 pb-3 font-semibold text-accent">{title}</p>
      <Skeleton className="h-24" />
    </Card>
  );
}
