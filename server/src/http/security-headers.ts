/**
 * Security headers of every response. The console consists of files of this server, without inline scripts.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  // Images and audio of a recorded request, which the console reads from its JSON.
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "object-src 'none'",
].join('; ');

const HEADERS = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** A year, as preload lists require; only if the public URL is https. */
const TLS_HEADERS = { ...HEADERS, 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' };

export function securityHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return publicUrl.startsWith('https:') ? TLS_HEADERS : HEADERS;
}
