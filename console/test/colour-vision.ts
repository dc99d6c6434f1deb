/** Simulates colour vision deficiencies and measures the difference between colours, for the palette test. */
type Triple = readonly [number, number, number];

/** Machado, Oliveira and Fernandes (2009), for the lack of one kind of cones. */
const SIMULATED: Readonly<Record<'deuteranopia' | 'protanopia', readonly Triple[]>> = {
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
};

export type Vision = 'all colours' | keyof typeof SIMULATED;
export const VISIONS: readonly Vision[] = ['all colours', 'deuteranopia', 'protanopia'];

/** CIEDE2000 difference of two colours such as `#0f766e`, as seen with this vision. */
export function difference(one: string, other: string, vision: Vision): number {
  return ciede2000(lab(seen(linear(one), vision)), lab(seen(linear(other), vision)));
}

/** Contrast ratio as defined by WCAG. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [r, g, b] = linear(colour);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function linear(colour: string): Triple {
  const channel = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function seen(colour: Triple, vision: Vision): Triple {
  if (vision === 'all colours') return colour;
  const [r, g, b] = SIMULATED[vision].map((row) => clamp(dot(row, colour)));
  return [r ?? 0, g ?? 0, b ?? 0];
}

function dot([a, b, c]: Triple, [x, y, z]: Triple): number {
  return a * x + b * y + c * z;
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function lab(colour: Triple): Triple {
  const part = (value: number) =>
    value > 216 / 24389 ? Math.cbrt(value) : (value * 24389) / 27 / 116 + 16 / 116;
  const x = part(dot([0.4124564, 0.3575761, 0.1804375], colour) / 0.95047);
  const y = part(dot([0.2126729, 0.7151522, 0.072175], colour));
  const z = part(dot([0.0193339, 0.119192, 0.9503041], colour) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const RADIANS = Math.PI / 180;

function ciede2000([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const meanC = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const g = 0.5 * (1 - Math.sqrt(meanC ** 7 / (meanC ** 7 + 25 ** 7)));
  const [p1, p2] = [(1 + g) * a1, (1 + g) * a2];
  const [c1, c2] = [Math.hypot(p1, b1), Math.hypot(p2, b2)];
  const [h1, h2] = [hue(p1, b1), hue(p2, b2)];
  const isGrey = c1 * c2 === 0;
  const turn = isGrey ? 0 : ((h2 - h1 + 540) % 360) - 180;
  const deltaH = 2 * Math.sqrt(c1 * c2) * Math.sin((turn / 2) * RADIANS);
  const l = (l1 + l2) / 2;
  const c = (c1 + c2) / 2;
  const h = isGrey ? h1 + h2 : (h1 + turn / 2 + 360) % 360;
  const t =
    1 -
    0.17 * Math.cos((h - 30) * RADIANS) +
    0.24 * Math.cos(2 * h * RADIANS) +
    0.32 * Math.cos((3 * h + 6) * RADIANS) -
    0.2 * Math.cos((4 * h - 63) * RADIANS);
  const sl = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2);
  const sc = 1 + 0.045 * c;
  const sh = 1 + 0.015 * c * t;
  const rotation =
    -2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) * Math.sin(60 * Math.exp(-(((h - 275) / 25) ** 2)) * RADIANS);
  const [dl, dc, dh] = [(l2 - l1) / sl, (c2 - c1) / sc, deltaH / sh];
  return Math.sqrt(dl ** 2 + dc ** 2 + dh ** 2 + rotation * dc * dh);
}

function hue(a: number, b: number): number {
  return (Math.atan2(b, a) / RADIANS + 360) % 360;
}
