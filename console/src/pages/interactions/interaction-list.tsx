/** The virtualised list: only the rows on screen are rendered. */
import type { ScoreDimension } from '@parley/contract';
import { useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { usdDecimals } from '../../lib/money.ts';
import { useWidth } from '../../lib/use-width.ts';
import { SelectionBar } from '../../lists/selection-bar.tsx';
import { useListKeys } from '../../lists/use-list-keys.ts';
import { useSelection } from '../../lists/use-selection.ts';
import { useHasGiven } from '../../scores/given-scores.ts';
import { useRowScores } from '../../scores/use-row-scores.ts';
import { isLabel } from '../../state/label-filters.ts';
import type { ListSorting, OrderBy } from '../../state/list-sorting.ts';
import type { View } from '../../state/view.ts';
import { CellFilter, type OpenMenu } from './cell-filter.tsx';
import { rowValues } from './cell-values.ts';
import { visibilityOf } from './chosen-columns.ts';
import { ColumnHead } from './column-head.tsx';
import { drag, layoutOf } from './column-layout.ts';
import { useColumnWidths } from './column-widths.ts';
import { type ColumnName, columnsIn, FEATURES, narrowColumn } from './columns.tsx';
import { ListEnd } from './list-end.tsx';
import { OneRow, rowId } from './one-row.tsx';
import type { Row } from './row.ts';
import { SelectedInteractions } from './selected-interactions.tsx';
import { useSteadyScroll } from './use-steady-scroll.ts';

const ROW_HEIGHT = 36;
const TWO_LINES_HEIGHT = 58;
/** Below this width, rows are shown without columns. */
const NARROW = 700;
/** Distance from the end, in rows, at which the next page is fetched. */
const AHEAD = 60;
/** Rows that decide how amounts are written: the first page, so that nothing changes while further ones load. */
const SAMPLE = 100;

type Props = {
  rows: readonly Row[];
  /** The number of rows that arrived live; these are animated. */
  fresh: number;
  columns: readonly ColumnName[];
  sorting: ListSorting;
  onSort: (orderBy: OrderBy) => void;
  /** The score that the column of scores is sorted by. */
  score: ScoreDimension | undefined;
  appId: string;
  view: View;
  onChange: (view: View) => void;
  timeZone: string;
  selected: string | undefined;
  onSelect: (id: string) => void;
  onOpen: (id: string) => void;
  /** Whether an interaction is open in the panel. */
  hasPanel: boolean;
  end: 'more' | 'loading' | 'failed' | 'end' | 'left out';
  onMore: () => void;
};

export function InteractionList(props: Props) {
  const { rows, fresh, columns: chosen, timeZone, selected, onSelect, onOpen, end, onMore } = props;
  const { sorting, onSort, score, appId, view, onChange, hasPanel } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLTableElement>(null);
  const { widths, resize } = useColumnWidths();
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const narrow = useWidth(scroller) < NARROW;
  const height = narrow ? TWO_LINES_HEIGHT : ROW_HEIGHT;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 10,
    // The sticky head covers the first rows.
    scrollPaddingStart: narrow ? 0 : ROW_HEIGHT,
    scrollPaddingEnd: narrow ? 0 : ROW_HEIGHT,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows have another height now.
  useLayoutEffect(() => virtualizer.measure(), [height]);
  useSteadyScroll(scroller, fresh, height);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order begins at its beginning.
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [sorting]);

  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? -1];
  const costDecimals = useMemo(
    () => usdDecimals(rows.slice(fresh, fresh + SAMPLE).map(({ costUsd }) => costUsd)),
    [rows, fresh],
  );
  const columns = useMemo(
    () =>
      narrow
        ? narrowColumn(appId, timeZone, costDecimals)
        : columnsIn(appId, timeZone, chosen.filter(isLabel), costDecimals),
    [narrow, appId, timeZone, chosen, costDecimals],
  );
  const hasGiven = useHasGiven(appId, 'interaction');
  const hasScores = useMemo(() => hasGiven || rows.some(({ scores }) => scores.length > 0), [hasGiven, rows]);
  const visibility = useMemo(
    () => (narrow ? {} : visibilityOf(chosen, hasScores)),
    [narrow, chosen, hasScores],
  );
  // The table gets only the rows on screen, so that its cost does not depend on the number of rows.
  const data = useMemo(() => rows.slice(first, last + 1), [rows, first, last]);
  const table = useTable({
    features: FEATURES,
    columns,
    data,
    state: { columnVisibility: visibility },
    getRowId: ({ id }) => id,
  });

  // Scrolls to the selected row, if it is loaded, whatever selected it.
  const at = useMemo(() => rows.findIndex(({ id }) => id === selected), [rows, selected]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that arrive above it do not move the reader.
  useEffect(() => {
    if (at >= 0) virtualizer.scrollToIndex(at);
  }, [selected, at >= 0, height]);

  // A selected row in sight stays there when the list becomes shorter, as when a chip is added above it.
  const room = virtualizer.scrollRect?.height ?? 0;
  const roomBefore = useRef(room);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another height can move it out of sight.
  useEffect(() => {
    const top = virtualizer.scrollOffset ?? 0;
    const start = at * height;
    const head = narrow ? 0 : ROW_HEIGHT;
    const wasInSight = start >= top && head + start + height <= top + roomBefore.current;
    roomBefore.current = room;
    if (at >= 0 && wasInSight) virtualizer.scrollToIndex(at);
  }, [room]);

  useEffect(() => {
    if (end === 'more' && last >= rows.length - AHEAD) onMore();
  }, [end, last, rows.length, onMore]);

  const listed = useMemo(() => rows.map(({ id }) => id), [rows]);
  const selection = useSelection(listed);
  const { toggle, extend } = selection;
  const current = useRef(selected);
  current.current = selected;
  const pick = useCallback(
    (id: string, range: boolean) => (range ? extend(current.current ?? id, id) : toggle(id)),
    [extend, toggle],
  );
  const scoreKeys = useRowScores({
    appId,
    targetOf: (id) => ({ appId, type: 'interaction', id }),
    scoresOf: (id) => rows.find((row) => row.id === id)?.scores ?? [],
    onOpen,
  });
  useListKeys({
    list: grid,
    listed,
    current: () => (at >= 0 ? selected : undefined),
    onMove: (id) => {
      grid.current?.focus({ preventScroll: true });
      onSelect(id);
    },
    selection,
    screen: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 2),
    others: {
      Enter: onOpen,
      ...(hasPanel ? {} : scoreKeys),
      f: () => {
        const row = rows[at];
        const anchor = row && (document.getElementById(rowId(row.id)) ?? grid.current);
        if (anchor) setMenu({ anchor, values: rowValues(row) });
      },
    },
    hasPanel,
  });
  const names = table.getVisibleLeafColumns().map(({ id }) => id);
  const look = names.join(' ');
  const layout = narrow ? null : layoutOf(names, widths);
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <>
      <div ref={scroller} className="min-h-0 flex-1 overflow-auto [overflow-anchor:none]">
        <table
          ref={grid}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows can be selected.
          role="grid"
          aria-label="Interactions"
          aria-rowcount={end === 'end' ? rows.length + 1 : -1}
          aria-activedescendant={data.some(({ id }) => id === selected) ? rowId(selected ?? '') : undefined}
          tabIndex={0}
          data-list="rows"
          data-picking={selection.keys.length > 0 ? true : undefined}
          className="group/list w-full table-fixed border-separate border-spacing-0 text-left outline-offset-[-2px]"
          style={layout?.table}
        >
          <colgroup>
            {names.map((name, i) => (
              <col key={name} style={layout?.columns[i]} />
            ))}
          </colgroup>
          <thead className={narrow ? 'sr-only' : ''}>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id} aria-rowindex={1}>
                {group.headers.map((header, i) => (
                  <ColumnHead
                    key={header.id}
                    name={header.id}
                    sorting={sorting}
                    score={score}
                    onSort={onSort}
                    widths={widths}
                    onDrag={(width) => drag(grid.current, i, width)}
                    onResize={resize}
                  >
                    <table.FlexRender header={header} />
                  </ColumnHead>
                ))}
              </tr>
            ))}
          </thead>
          <tbody>
            <Space height={items[0]?.start ?? 0} />
            {table.getRowModel().rows.map((row, i) => (
              <OneRow
                key={row.id}
                row={row}
                record={row.original}
                index={first + i}
                selected={row.id === selected}
                picked={selection.has(row.id)}
                onPick={pick}
                slides={first + i < fresh}
                narrow={narrow}
                look={look}
                FlexRender={table.FlexRender}
                onOpen={onOpen}
              />
            ))}
            <Space height={after} />
          </tbody>
        </table>
        <CellFilter
          appId={appId}
          grid={grid}
          rows={data}
          columns={names}
          view={view}
          onChange={onChange}
          open={menu}
          onOpen={setMenu}
        />
        <ListEnd end={end} onMore={onMore} />
      </div>
      <SelectionBar selection={selection} className="border-t border-line">
        <SelectedInteractions appId={appId} rows={rows.filter(({ id }) => selection.has(id))} />
      </SelectionBar>
    </>
  );
}

/** A spacer for rows that are not rendered. */
function Space({ height }: { height: number }) {
  return height > 0 ? (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can have the focus.
    <tr aria-hidden="true">
      <td className="p-0" style={{ height }} />
    </tr>
  ) : null;
}
