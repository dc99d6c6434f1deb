import { offsetText, spanText } from '../lib/span-text.ts';
import { DEFAULT_PRESET, PRESETS } from '../state/presets.ts';
import { rangeOf, timeZoneOf, type View } from '../state/view.ts';

/** The range of a view in words: the name of a preset, or its dates and times. */
export function rangeText(view: View): string {
  const { from, to, range = DEFAULT_PRESET } = view;
  return from === undefined || to === undefined ? PRESETS[range].label : datesText(view);
}

export function datesText(view: View): string {
  const { from, to } = rangeOf(view);
  return spanText(from, to, { timeZone: timeZoneOf(view) });
}

/** The zone of a view by its difference from UTC, at the end of the range. */
export function zoneText(view: View): string {
  return offsetText(timeZoneOf(view), rangeOf(view).to);
}
