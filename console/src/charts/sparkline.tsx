/** How something went over time, as small as a word. */
const WIDTH = 96;
const HEIGHT = 20;

export function Sparkline({ values }: { values: readonly number[] }) {
  const most = Math.max(...values, 0) || 1;
  const step = WIDTH / Math.max(1, values.length);
  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden className="inline-block align-middle">
      {values.map((value, i) => {
        const height = value > 0 ? Math.max(1.5, (value / most) * HEIGHT) : 0;
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a moment stays in its place.
            key={i}
            x={i * step}
            y={HEIGHT - height}
            width={Math.max(0.5, step - Math.min(1, step / 4))}
            height={height}
            fill="var(--color-bad)"
          />
        );
      })}
      <line x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} stroke="var(--color-line)" />
    </svg>
  );
}
