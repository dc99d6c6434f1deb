/**
 * A bar chart as a PNG, for mail programs, which draw neither SVG nor canvas. Two colours and no text: its words stand
 * around it, where every reader can read them.
 */
import { crc32, deflateSync } from 'node:zlib';

/** Twice the size that it is shown in, for sharp edges. */
export const CHART = { width: 1120, height: 240 } as const;
const GAP = 6;
/** The least height of a bar that is not nothing. */
const LEAST = 4;

const BACKGROUND = 0;
const BAR = 1;
const BASE_LINE = 2;
/** Nothing, a green and a grey line, as red, green and blue: colours for light and dark grounds alike. */
const PALETTE = Buffer.from([0xff, 0xff, 0xff, 0x0d, 0x94, 0x88, 0x8f, 0x97, 0x9e]);
/** How opaque they are. */
const OPACITIES = Buffer.from([0, 0xff, 0x80]);

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function barChart(values: readonly (number | null)[]): Buffer {
  const { width, height } = CHART;
  const heights = barHeights(values, height - 2);
  // The last bar ends at the edge.
  const step = (width + GAP) / Math.max(1, values.length);
  // A byte before each line says that it is not filtered.
  const lines = Buffer.alloc((width + 1) * height, BACKGROUND);
  for (let y = 0; y < height; y++) {
    const line = y * (width + 1) + 1;
    lines[line - 1] = 0;
    if (y >= height - 2) lines.fill(BASE_LINE, line, line + width);
    else
      for (const [i, bar] of heights.entries()) {
        if (height - 2 - y > bar) continue;
        const from = Math.round(i * step);
        const to = Math.max(from + 1, Math.round((i + 1) * step) - GAP);
        lines.fill(BAR, line + from, line + to);
      }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits for each point, which is the number of a colour.
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', PALETTE),
    chunk('tRNS', OPACITIES),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function barHeights(values: readonly (number | null)[], most: number): number[] {
  const largest = Math.max(0, ...values.map((value) => value ?? 0));
  return values.map((value) =>
    value === null || value <= 0 || largest === 0 ? 0 : Math.max(LEAST, Math.round((value / largest) * most)),
  );
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
}
