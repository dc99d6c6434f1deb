import { useAsk, useChange } from '../../api/use-ask.ts';

/** The settings of an application, and how to change them. */
export function useSettings(appId: string) {
  const answer = useAsk('GET /v1/applications/:appId/settings', { params: { appId } });
  const change = useChange('PATCH /v1/applications/:appId/settings');
  return { answer, change };
}

/** An empty field is null: no limit, or forever. */
export function numberOrNull(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}
