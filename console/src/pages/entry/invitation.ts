import { useQuery } from '@tanstack/react-query';
import { asking } from '../../api/use-ask.ts';
import { useLinkToken } from '../../lib/link-token.ts';

/** The invitation whose token is in the address, if any. */
export function useInvitation() {
  const token = useLinkToken();
  const preview = useQuery({
    ...asking('POST /v1/invitations/preview', { body: { token: token ?? '' } }),
    enabled: token !== null,
    retry: false,
  });
  return { token, preview };
}
