import type { Rank } from '../../lib/estimate.ts';

export const RANK_LOOKS: Record<Rank, string> = {
  best: 'font-semibold text-good',
  worst: 'font-semibold text-bad',
};
