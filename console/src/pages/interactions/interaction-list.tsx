/** The list: only the rows on the screen are there, however many there are. */
import { useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useWidth } from '../../lib/use-width.ts';
import { isLabel } from '../../state/label-filters.ts';
import { visibilityOf } from './chosen-columns.ts';
import { type ColumnName, columnsIn, FEATURES, FIGURES, narrowColumn, TEXTS } from './columns.tsx';
import { ListEnd } from './list-end.tsx';
import { listKeys } from './list-keys.ts';
import { OneRow } from './one-row.tsx';
import type { Row } from './row.ts';
import { useSteadyScroll } from './use-steady-scroll.ts';

const ROW_HEIGHT = 36;
const TWO_LINES_HEIGHT = 58;
/** Less than this is no place for columns. */
const NARROW = 700;
/** Rows before the end at which the next page is asked for. */
const AHEAD = 60;

type Props = {
  rows: readonly Row[];
  /** How many of them came in live: these slide in. */
  fresh: number;
  columns: readonly ColumnName[];
  timeZone: string;
  selected: string | undefined;
  onSelect: (id: string) => void;
  onOpen: (id: string) => void;
  end: 'more' | 'loading' | 'failed' | 'end' | 'left out';
  onMore: () => void;
};

export function InteractionList(props: Props) {
  const { rows, fresh, columns: chosen, timeZone, selected, onSelect, onOpen, end, onMore } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const narrow = useWidth(scroller) < NARROW;
  const height = narrow ? TWO_LINES_HEIGHT : ROW_HEIGHT;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 10,
    scrollPaddingStart: narrow ? 0 : ROW_HEIGHT,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows have another height now.
  useLayoutEffect(() => virtualizer.measure(), [height]);
  useSteadyScroll(scroller, fresh, height);

  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? -1];
  const columns = useMemo(
    () => (narrow ? narrowColumn(timeZone) : columnsIn(timeZone, chosen.filter(isLabel))),
    [narrow, timeZone, chosen],
  );
  const visibility = useMemo(() => (narrow ? {} : visibilityOf(chosen)), [narrow, chosen]);
  // The table is told of the rows on the screen only: what it does costs the same for any number of rows.
  const data = useMemo(() => rows.slice(first, last + 1), [rows, first, last]);
  const table = useTable({
    features: FEATURES,
    columns,
    data,
    state: { columnVisibility: visibility },
    getRowId: ({ id }) => id,
  });

  // Whatever selected it, a link, the panel or a key: it is in sight, as far as it is loaded.
  const at = useMemo(() => rows.findIndex(({ id }) => id === selected), [rows, selected]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that arrive above it do not move the reader.
  useEffect(() => {
    if (at >= 0) virtualizer.scrollToIndex(at);
  }, [selected, at >= 0, height]);

  useEffect(() => {
    if (end === 'more' && last >= rows.length - AHEAD) onMore();
  }, [end, last, rows.length, onMore]);

  const keys = listKeys({
    rows,
    selected,
    height,
    onSelect,
    onOpen,
  });
  const leaves = table.getVisibleLeafColumns();
  const look = leaves.map(({ id }) => id).join(' ');
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-auto [overflow-anchor:none]">
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows can be selected.
        role="grid"
        aria-label="Interactions"
        aria-rowcount={end === 'end' ? rows.length + 1 : -1}
        aria-activedescendant={data.some(({ id }) => id === selected) ? `row-${selected}` : undefined}
        tabIndex={0}
        onKeyDown={keys}
        className="w-full table-fixed border-separate border-spacing-0 text-left outline-offset-[-2px]"
        style={narrow ? undefined : { minWidth: table.getTotalSize() }}
      >
        <colgroup>
          {leaves.map((leaf) => (
            <col key={leaf.id} style={narrow || TEXTS.has(leaf.id) ? undefined : { width: leaf.getSize() }} />
          ))}
        </colgroup>
        <thead className={narrow ? 'sr-only' : ''}>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} aria-rowindex={1}>
              {group.headers.map((header) => (
                <th
                  key={header.id}
                  scope="col"
                  className={`sticky top-0 z-10 h-9 border-b border-line bg-surface px-2 text-sm font-medium text-ink-3 first:pl-4 last:pr-4 ${FIGURES.has(header.id) ? 'text-right' : ''}`}
                >
                  <table.FlexRender header={header} />
                </th>
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
      <ListEnd end={end} rows={rows.length} onMore={onMore} />
    </div>
  );
}

/** Stands for the rows that are not there. */
function Space({ height }: { height: number }) {
  return height > 0 ? (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can have the focus.
    <tr aria-hidden="true">
      <td className="p-0" style={{ height }} />
    </tr>
  ) : null;
}
