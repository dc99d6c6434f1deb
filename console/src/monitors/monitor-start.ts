import { BLANK, type Draft } from './draft.ts';
import { isTemplate, TEMPLATES, type Template, type TemplateName } from './templates.ts';

/** What a new monitor begins with. */
export type MonitorStart = { template?: TemplateName; measure?: string; groupBy?: string };

export function readMonitorStart({ template, measure, groupBy }: Record<string, unknown>): MonitorStart {
  return {
    ...(isTemplate(template) ? { template } : {}),
    ...(typeof measure === 'string' ? { measure } : {}),
    ...(typeof groupBy === 'string' ? { groupBy } : {}),
  };
}

export function startingDraft({ template, measure, groupBy = '' }: MonitorStart): Draft {
  return {
    ...BLANK,
    ...(template ? TEMPLATES[template].draft : {}),
    ...(measure ? { ...boundsOf(measure, groupBy), groupBy } : {}),
  };
}

/** Bounds that make sense for a measure that the reader was looking at, those of a template if there is one. */
function boundsOf(measure: string, groupBy: string): Partial<Draft> {
  const templates = Object.values<Template>(TEMPLATES).filter(
    ({ draft, filters }) => draft.measure === measure && filters === undefined,
  );
  const same = templates.find(({ draft }) => (draft.groupBy ?? '') === groupBy);
  // A group without interactions has no figure, so nothing of it is below a threshold.
  const other = templates.find(({ draft }) => draft.compare !== 'below');
  return (same ?? other)?.draft ?? { measure, compare: 'up', threshold: '50' };
}
