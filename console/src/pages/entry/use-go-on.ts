import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';

/** Continues to the page that required the sign-in. */
export function useGoOn(): (back: string | undefined) => void {
  const client = useQueryClient();
  const router = useRouter();
  return (back = '/') => {
    // Cached answers are of an anonymous or another session.
    client.clear();
    const keepsToken = back === '/invitation';
    router.history.push(keepsToken ? back + window.location.hash : back);
  };
}
