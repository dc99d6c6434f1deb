import { useAsk } from '../../api/use-ask.ts';
import { lookAgain } from '../../conversation/late-texts.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/status.tsx';
import { ArrivedInteraction } from './arrived-interaction.tsx';

/** Greets an interaction that has just arrived. */
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
