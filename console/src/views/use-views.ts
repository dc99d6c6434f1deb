import type { SavedView } from '@parley/contract';
import { useAsk } from '../api/use-ask.ts';

const NONE: readonly SavedView[] = [];

/** The saved views of an application that somebody sees, by name; none while they are on their way. */
export function useViews(appId: string | undefined): readonly SavedView[] {
  const query = appId === undefined ? {} : { app: appId };
  const { data, isPlaceholderData } = useAsk('GET /v1/views', { query }, { enabled: appId !== undefined });
  // Those of another application must not stand there meanwhile.
  return isPlaceholderData ? NONE : (data?.data ?? NONE);
}
