import { useChange } from '../api/use-ask.ts';
import { forgetRecent } from '../palette/recent.ts';

/** Whatever comes of it, the way leads to the sign-in. */
export function useSignOut(): () => void {
  const { mutate } = useChange('POST /v1/auth/sign-out');
  return () => {
    forgetRecent();
    mutate({}, { onSettled: () => window.location.assign('/sign-in') });
  };
}
