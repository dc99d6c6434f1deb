import type { Conditions } from './filters.ts';
export function searchConditions(q: string): Conditions {
  return { where: '1', params: { q } };
}
