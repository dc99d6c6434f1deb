import type { SavedView } from '@parley/contract';
import { useAsk } from '../api/use-ask.ts';

const NONE: readonly SavedView[] = [];

/** The saved views of an application that the reader can see, by name; empty while loading. */
export function useViews(appId: string | undefined): readonly SavedView[] {
  const query = appId === undefined ? {} : { app: appId };
  const { data, isPlaceholderData } = useAsk('GET /v1/views', { query }, { enabled: appId !== undefined });
  // The placeholder data may be of another application.
  return isPlaceholderData ? NONE : (data?.data ?? NONE);
}
