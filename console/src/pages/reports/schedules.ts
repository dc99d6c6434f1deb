import type { Report } from '@parley/contract';

export const SCHEDULES: Readonly<Record<Report['schedule'], string>> = {
  daily: 'Daily',
  weekly: 'Weekly, on Monday',
  monthly: 'Monthly, on the first',
};
