import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAsk } from '../../api/use-ask.ts';
import { askRaw, readRaw } from '../../conversation/ask-raw.ts';
import { settingsOf } from '../../conversation/request-settings.ts';

/** An interaction, and the settings of its request. */
export function useSide(id: string) {
  const { data: interaction, error, refetch } = useAsk('GET /v1/interactions/:id', { params: { id } });
  // The raw request of telemetry is a span, not a request to the model.
  const hasRequest = interaction !== undefined && interaction.format !== 'otel';
  const raw = useQuery({ ...askRaw(id), enabled: hasRequest });
  const settings = useMemo(
    () => (raw.data === undefined ? null : settingsOf(readRaw(raw.data)?.request)),
    [raw.data],
  );
  return {
    interaction,
    error,
    refetch,
    settings,
    /** Whether the settings will stay unknown. */
    unknown: interaction !== undefined && (!hasRequest || raw.error !== null),
  };
}
