import { useChange } from '../api/use-ask.ts';
import { forgetRecent } from '../palette/recent.ts';

/** Navigates to the sign-in whether or not the request succeeds. */
export function useSignOut(): () => void {
  const { mutate } = useChange('POST /v1/auth/sign-out');
  return () => {
    forgetRecent();
    mutate({}, { onSettled: () => window.location.assign('/sign-in') });
  };
}
