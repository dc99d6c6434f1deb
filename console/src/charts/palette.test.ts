import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { contrast, difference, VISIONS, type Vision } from '../../test/colour-vision.ts';

const CSS = readFileSync(new URL('../styles.css', import.meta.url), 'utf8');
const THEMES = ['light', 'dark'] as const;
/** CIEDE2000; two colours side by side are told apart from about 2.3 on. */
const FAR = 10;
/** For those that only a chart with more than six series has. */
const FAR_ENOUGH = 8;

/** What the style sheet says, in a theme. */
function color(name: string, theme: (typeof THEMES)[number]): string {
  const [, light = '', dark = ''] =
    new RegExp(`--color-${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(CSS) ?? [];
  const found = theme === 'light' ? light : dark;
  assert.ok(found, `--color-${name} has no ${theme} value`);
  return found;
}

function closest(colors: readonly string[], visions: readonly Vision[] = VISIONS) {
  const pairs = colors.flatMap((one, i) =>
    colors.slice(i + 1).flatMap((other) =>
      visions.map((vision) => ({
        pair: `${one} ${other}, ${vision}`,
        far: difference(one, other, vision),
      })),
    ),
  );
  const [nearest] = pairs.sort((a, b) => a.far - b.far);
  assert.ok(nearest);
  return nearest;
}

for (const theme of THEMES) {
  describe(`the colours of charts, ${theme}`, () => {
    const colors = Array.from({ length: 10 }, (_, i) => color(`c${i + 1}`, theme));

    it('are far apart for the first six, also under deuteranopia and protanopia', () => {
      const { pair, far } = closest(colors.slice(0, 6));
      assert.ok(far >= FAR, `${pair}: ${far}`);
    });

    it('can all be told apart', () => {
      const { pair, far } = closest(colors);
      assert.ok(far >= FAR_ENOUGH, `${pair}: ${far}`);
    });

    it('of outcomes are far apart', () => {
      const { pair, far } = closest([color('c1', theme), color('c2', theme), color('bad', theme)]);
      assert.ok(far >= FAR, `${pair}: ${far}`);
    });

    it('stand out from what they are drawn on', () => {
      for (const one of colors) {
        const against = contrast(one, color('surface', theme));
        assert.ok(against >= 3, `${one}: ${against}`);
      }
    });
  });
}

describe('the distance of colours', () => {
  it('is what CIEDE2000 is known to be, and none between equals', () => {
    assert.equal(difference('#123456', '#123456', 'all colours'), 0);
    assert.ok(Math.abs(difference('#000000', '#ffffff', 'all colours') - 100) < 0.01);
    // A red and a green that only some can tell apart.
    assert.ok(difference('#a03020', '#5a6a00', 'all colours') > 30);
    assert.ok(difference('#a03020', '#5a6a00', 'deuteranopia') < 15);
  });
});
