import type { Interaction } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { asking } from '../../api/use-ask.ts';
import { askRaw, readRaw } from '../../conversation/ask-raw.ts';
import {
  type Changed,
  type PromptChanges,
  promptChanges,
  settingChanges,
} from '../../conversation/prompt-changes.ts';
import { useTurn } from './use-turn.ts';

export type TurnChanges = PromptChanges & {
  /** The number of the previous turn. */
  since: number;
  /** Null while loading, or if the requests are not stored. */
  settings: { parameters: Changed[]; tools: Changed[] } | null;
  /** Whether one of the requests is not stored. */
  unknown: boolean;
};

/** The changes of a prompt since the previous turn; null for the first turn, or while loading. */
export function usePromptChanges(interaction: Interaction): TurnChanges | null {
  const turn = useTurn(interaction);
  const previousId = turn?.previousId ?? null;
  const isTurn = previousId !== null;
  const asked = { params: { id: previousId ?? '' } };
  const { data: before } = useQuery({ ...asking('GET /v1/interactions/:id', asked), enabled: isTurn });
  // The raw request of telemetry is a span, not a request to the model.
  const compares = isTurn && interaction.format !== 'otel';
  const own = useQuery({ ...askRaw(interaction.id), enabled: compares });
  const old = useQuery({ ...askRaw(previousId ?? ''), enabled: compares });
  const number = turn?.turn;
  const unknown = own.error !== null || old.error !== null;
  return useMemo(() => {
    if (!before || number === undefined) return null;
    const request = (raw: string | undefined) => (raw === undefined ? undefined : readRaw(raw)?.request);
    const [then, now] = [request(old.data), request(own.data)];
    return {
      ...promptChanges(before, interaction),
      since: number - 1,
      settings:
        then === undefined || now === undefined
          ? null
          : settingChanges({ ...before, request: then }, { ...interaction, request: now }),
      unknown,
    };
  }, [before, interaction, number, old.data, own.data, unknown]);
}
