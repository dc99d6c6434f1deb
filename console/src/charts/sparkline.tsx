/** A trend over time, as small as a word. */
type Props = {
  values: readonly (number | null)[];
  color?: string;
  /** The index of the current, incomplete bucket. */
  unfinished?: number | null;
  /** Fills its container. */
  wide?: boolean;
};

const WIDTH = 96;
const HEIGHT = 20;

export function Sparkline({ values, color = 'var(--color-bad)', unfinished = null, wide }: Props) {
  const most = Math.max(...values.map((value) => value ?? 0), 0) || 1;
  const step = WIDTH / Math.max(1, values.length);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      width={wide ? '100%' : WIDTH}
      height={HEIGHT}
      aria-hidden
      className="inline-block align-middle"
    >
      {values.map((value, i) => {
        const height = value !== null && value > 0 ? Math.max(1.5, (value / most) * HEIGHT) : 0;
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a moment stays in its place.
            key={i}
            x={i * step}
            y={HEIGHT - height}
            width={Math.max(0.5, step - Math.min(1, step / 4))}
            height={height}
            fill={color}
            opacity={i === unfinished ? 0.4 : 1}
          />
        );
      })}
      <line x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} stroke="var(--color-line)" />
    </svg>
  );
}
