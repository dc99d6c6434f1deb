/** Time zones by their names in the time-zone database, in any case; earlier names are accepted. */
import { z } from 'zod';

/** Zones that JavaScript still calls by an earlier name, with their current names. */
const CURRENT_NAMES = new Map([
  ['Africa/Asmera', 'Africa/Asmara'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Catamarca', 'America/Argentina/Catamarca'],
  ['America/Coral_Harbour', 'America/Atikokan'],
  ['America/Cordoba', 'America/Argentina/Cordoba'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Jujuy', 'America/Argentina/Jujuy'],
  ['America/Louisville', 'America/Kentucky/Louisville'],
  ['America/Mendoza', 'America/Argentina/Mendoza'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
]);

/**
 * Accepted names of three letters. JavaScript accepts more, but they are misleading: its BST is Bangladesh's.
 */
const SHORT_NAMES = /^(?:UTC|GMT|UCT|EST|MST|HST|CET|EET|MET|WET|PRC|ROC|ROK)$/i;

/** The current name of a zone; null for an unknown zone or an offset such as +02:00. */
export function timeZoneNamed(name: string): string | null {
  if (!/^[a-z]/i.test(name) || (name.length === 3 && !SHORT_NAMES.test(name)) || /^systemv\//i.test(name))
    return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return CURRENT_NAMES.get(timeZone) ?? timeZone;
  } catch {
    return null;
  }
}

export const TimeZone = z
  .string()
  .max(64)
  .overwrite((name) => timeZoneNamed(name) ?? name)
  .refine(
    (name) => timeZoneNamed(name) !== null,
    'Not a time zone this server knows: use a name such as Europe/Berlin',
  );
