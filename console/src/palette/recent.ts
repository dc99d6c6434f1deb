/** The items opened last. Kept in the session storage, so that names of users do not stay on the machine. */
import type { LeadingItem } from './item.ts';

const KEY = 'recent';
const MAX_RECENT = 5;

export function recentItems(): LeadingItem[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
  } catch {
    return [];
  }
}

export function addRecent({ id, title, detail, icon, href }: LeadingItem): void {
  const others = recentItems().filter((one) => one.id !== id);
  const next = [{ id, title, detail, icon, href }, ...others].slice(0, MAX_RECENT);
  sessionStorage.setItem(KEY, JSON.stringify(next));
}

export function forgetRecent(): void {
  sessionStorage.removeItem(KEY);
}
