/** What every answer tells browsers. The console is made of files of this server, without inline scripts. */
const POLICY = [
  "default-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  // Pictures and sound of a recorded request, which the console reads out of its JSON.
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "object-src 'none'",
].join('; ');

const ALWAYS = {
  'Content-Security-Policy': POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** A year, as preload lists ask for; only where the address is one that TLS is spoken at. */
const BEHIND_TLS = { ...ALWAYS, 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' };

export function securityHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return publicUrl.startsWith('https:') ? BEHIND_TLS : ALWAYS;
}
