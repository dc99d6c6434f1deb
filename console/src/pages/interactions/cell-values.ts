/** The values of a cell as filters. */
import { kindOf, type ListKind } from '../../filters/filter-kinds.ts';
import { modelName } from '../../lib/model-name.ts';
import { isLabel, labelName } from '../../state/label-filters.ts';
import type { ValueName } from '../../state/view.ts';
import type { Row } from './row.ts';

export type CellValue = {
  kind: ListKind;
  value: string;
  row: Row;
};

export function cellValues(column: string, row: Row): CellValue[] {
  const value = (name: ValueName, text: string | null) => ({ kind: kindOf(name), value: text ?? '', row });
  if (isLabel(column)) {
    const name = labelName(column);
    return [value(column, Object.hasOwn(row.labels, name) ? (row.labels[name] ?? null) : null)];
  }
  switch (column) {
    case 'outcome':
      return [value('outcome', row.outcome), value('finishReason', row.finishReason)];
    case 'errorCode':
      return [value('errorCode', row.errorCode)];
    case 'model':
      return [
        value(
          row.requestedModel === null && row.model !== null ? 'model' : 'requestedModel',
          modelName(row).name,
        ),
      ];
    case 'provider':
      return [value('provider', row.provider)];
    case 'type':
      return [value('type', row.type)];
    case 'output':
      return row.outcome === 'error' ? [value('errorCode', row.errorCode)] : [];
    case 'user':
      return [value('user', row.user)];
    case 'session':
      return [value('session', row.session)];
    default:
      return [];
  }
}

const OF_EVERY_ROW = ['outcome', 'errorCode', 'model', 'provider', 'type', 'user', 'session'] as const;

/** All values of a row, whichever columns are shown; missing values are left out. */
export function rowValues(row: Row): CellValue[] {
  const labels = Object.keys(row.labels).map((name) => `label.${name}`);
  return [...OF_EVERY_ROW, ...labels]
    .flatMap((column) => cellValues(column, row))
    .filter(({ value }) => value !== '');
}
