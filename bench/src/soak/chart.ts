/** A line chart over time as a self-contained SVG. */

/** Minutes and values. */
export type Series = readonly (readonly [minute: number, value: number])[];

const WIDTH = 640;
const HEIGHT = 160;
const LEFT = 60;
const TOP = 24;
const BOTTOM = 24;

export function writeChart(title: string, series: Series): string {
  const minutes = Math.max(1, ...series.map(([minute]) => minute));
  const most = Math.max(1, ...series.map(([, value]) => value)) * 1.05;
  const x = (minute: number) => LEFT + (minute / minutes) * (WIDTH - LEFT - 8);
  const y = (value: number) => TOP + (1 - value / most) * (HEIGHT - TOP - BOTTOM);
  const points = series.map(([minute, value]) => `${x(minute).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  const ticks = [0, most / 2, most].map((value) => tick(y(value), value));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="11" fill="#667">
<rect width="100%" height="100%" fill="#fff"/>
<text x="${LEFT}" y="15" fill="#223">${title}</text>
${ticks.join('\n')}
<polyline points="${points}" fill="none" stroke="#0f766e" stroke-width="1.5"/>
<text x="${LEFT}" y="${HEIGHT - 8}">0</text>
<text x="${WIDTH - 8}" y="${HEIGHT - 8}" text-anchor="end">${Math.round(minutes)} min</text>
</svg>
`;
}

function tick(at: number, value: number): string {
  const shown = Math.round(value).toLocaleString('en-US');
  return `<path d="M${LEFT} ${at.toFixed(1)}H${WIDTH - 8}" stroke="#dde"/><text x="${LEFT - 6}" y="${(at + 4).toFixed(1)}" text-anchor="end">${shown}</text>`;
}
