import { useLocation } from '@tanstack/react-router';

/** The token of a link that was sent by mail, or handed on as an invitation. */
export function useLinkToken(): string | null {
  return useLocation({ select: ({ hash }) => new URLSearchParams(hash).get('token') });
}
