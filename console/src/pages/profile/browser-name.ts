/** The order matters: browsers also claim to be older ones. */
const BROWSERS = [
  ['Firefox', /Firefox\//],
  ['Edge', /Edg\w*\//],
  ['Opera', /OPR\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//],
] as const;
const SYSTEMS = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Macintosh/],
  ['Linux', /Linux/],
] as const;

/** `Firefox on Linux`, to recognise a session. */
export function browserName(userAgent: string | null): string {
  const text = userAgent ?? '';
  const browser = BROWSERS.find(([, pattern]) => pattern.test(text))?.[0];
  const system = SYSTEMS.find(([, pattern]) => pattern.test(text))?.[0];
  if (!browser) return text.slice(0, 40) || 'Unknown browser';
  return system ? `${browser} on ${system}` : browser;
}
