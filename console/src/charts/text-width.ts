/** The width of an axis label in pixels; the chart reserves that much space. */
export const FONT_SIZE = 11;
export type WidthOf = (text: string) => number;

const widths = new Map<string, number>();
let pen: CanvasRenderingContext2D | null | undefined;

export function textWidth(text: string): number {
  const known = widths.get(text);
  if (known !== undefined) return known;
  pen ??= document.createElement('canvas').getContext('2d');
  if (!pen) return text.length * FONT_SIZE * 0.6;
  pen.font = `${FONT_SIZE}px ${getComputedStyle(document.body).fontFamily}`;
  const width = Math.ceil(pen.measureText(text).width);
  // Not cached until the web font is loaded.
  if (document.fonts.status === 'loaded') widths.set(text, width);
  return width;
}
