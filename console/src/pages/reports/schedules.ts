import type { Report } from '@parley/contract';

export function hourText(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

export const SCHEDULES: Readonly<Record<Report['schedule'], string>> = {
  daily: 'Daily',
  weekly: 'Weekly, on Monday',
  monthly: 'Monthly, on the first',
};
