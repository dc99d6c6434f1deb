type Props = {
  /** What a row is: "interaction". */
  what: string;
  picked: boolean;
  /** `range`: up to here, with Shift. */
  onPick: (range: boolean) => void;
  /** In a list with one tab stop, `x` is its key. */
  skipped?: boolean;
};

/** The space that it needs at the beginning of a row. */
export const PICK_SPACE = 'pl-9';

/**
 * The check box at the beginning of a row. It is quiet: visible on hover, on focus, on touch screens, and while
 * something is selected.
 */
export function PickBox({ what, picked, onPick, skipped = false }: Props) {
  return (
    <label
      data-pick
      className="absolute inset-y-0 left-0 flex w-9 items-center justify-center opacity-0 group-hover/row:opacity-100 group-data-picking/list:opacity-100 has-checked:opacity-100 has-focus-visible:opacity-100 max-md:opacity-100 pointer-coarse:opacity-100"
    >
      <input
        type="checkbox"
        aria-label={`Select ${what}`}
        tabIndex={skipped ? -1 : undefined}
        checked={picked}
        onChange={({ nativeEvent }) => onPick(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        className="block size-3.5 accent-accent"
      />
    </label>
  );
}
