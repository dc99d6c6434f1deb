import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';

/** Goes to where somebody wanted to be before they had to sign in. */
export function useGoOn(): (back: string | undefined) => void {
  const client = useQueryClient();
  const router = useRouter();
  return (back = '/') => {
    // Whatever was asked before was asked by nobody, or by somebody else.
    client.clear();
    const keepsToken = back === '/invitation';
    router.history.push(keepsToken ? back + window.location.hash : back);
  };
}
