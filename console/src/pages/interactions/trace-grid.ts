/** The columns of a trace: name, bar and figures; on narrow screens, the bar is below the others. */
export const TRACE_GRID =
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 px-2 @[40rem]:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_8.5rem]';
export const BAR_CELL =
  'relative col-span-2 col-start-1 @[40rem]:col-span-1 @[40rem]:col-start-2 @[40rem]:row-start-1';

export type Axis = {
  /** The places of the ticks, in percent. */
  ticks: readonly number[];
  /** The place of a time, in percent. */
  share: (time: number) => number;
};
