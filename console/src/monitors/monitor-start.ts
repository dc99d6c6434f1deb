import { isTemplate, type TemplateName } from './templates.ts';

/** What a new monitor begins with. */
export type MonitorStart = { template?: TemplateName; measure?: string; groupBy?: string };

export function readMonitorStart({ template, measure, groupBy }: Record<string, unknown>): MonitorStart {
  return {
    ...(isTemplate(template) ? { template } : {}),
    ...(typeof measure === 'string' ? { measure } : {}),
    ...(typeof groupBy === 'string' ? { groupBy } : {}),
  };
}
