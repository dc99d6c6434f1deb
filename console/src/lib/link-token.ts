import { useLocation } from '@tanstack/react-router';

/** The token of a link from an email or an invitation, from the hash of the address. */
export function useLinkToken(): string | null {
  return useLocation({ select: ({ hash }) => new URLSearchParams(hash).get('token') });
}
