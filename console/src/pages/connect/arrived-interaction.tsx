import type { Interaction } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ModelName } from '../../conversation/model-name.tsx';
import { NoTexts } from '../../conversation/no-texts.tsx';
import { count, milliseconds } from '../../lib/format.ts';
import { formatName, valueName } from '../../lib/upstream-names.ts';
import { timeZoneOf } from '../../state/view.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Time } from '../../ui/time.tsx';

type Props = { title: string; interaction: Interaction };

/** An interaction that has just arrived. */
export function ArrivedInteraction({ title, interaction }: Props) {
  const {
    id,
    appId,
    model,
    requestedModel,
    format,
    outcome,
    inputText,
    outputText,
    usage,
    latencyMs,
    cost,
    receivedAt,
  } = interaction;
  const facts: [name: string, value: ReactNode][] = [
    ['Tokens', count(usage.total)],
    ['Cost', <Money key="cost" value={cost?.usd} />],
    ['Latency', milliseconds(latencyMs)],
  ];
  return (
    <Card className="border-accent">
      <div className="flex flex-col gap-3 pt-2">
        <p className="flex flex-wrap items-baseline justify-between gap-x-2">
          <span className="font-semibold text-accent">{title}</span>
          <span className="text-sm text-ink-3">
            <Time at={receivedAt} timeZone={timeZoneOf({})} />
          </span>
        </p>
        <div className="flex flex-wrap items-center gap-1.5">
          <ModelName model={model} requestedModel={requestedModel} className="font-medium break-all" />
          <Badge>{formatName(format)}</Badge>
          <Badge tone={outcome === 'ok' ? 'good' : 'bad'}>{valueName('outcome', outcome)}</Badge>
        </div>
        {interaction.input.length + interaction.output.length === 0 ? (
          <NoTexts interaction={interaction} />
        ) : (
          <blockquote className="m-0 flex flex-col gap-1 border-l-2 border-line pl-3">
            <p dir="auto" className="line-clamp-3 text-ink-2">
              {inputText}
            </p>
            <p dir="auto" className="line-clamp-4">
              {outputText}
            </p>
          </blockquote>
        )}
        <dl className="m-0 flex gap-6 text-sm">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt className="text-ink-3">{name}</dt>
              <dd className="m-0 font-medium tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        <Link
          to="/apps/$appId/interactions"
          params={{ appId }}
          search={{ id }}
          className="flex h-9 items-center justify-center rounded-md bg-accent px-3 font-medium text-on-accent hover:bg-accent-strong"
        >
          View interaction
        </Link>
        <Link
          to="/apps/$appId/overview"
          params={{ appId }}
          search={{}}
          className="text-center text-sm font-medium text-accent underline-offset-2 hover:underline"
        >
          Go to Overview
        </Link>
      </div>
    </Card>
  );
}
