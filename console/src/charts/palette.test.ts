import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { contrast, difference, VISIONS, type Vision } from '../../test/colour-vision.ts';

const CSS = readFileSync(new URL('../styles.css', import.meta.url), 'utf8');
const THEMES = ['light', 'dark'] as const;
/** CIEDE2000 difference; two adjacent colours can be distinguished from about 2.3 on. */
const MIN_DIFFERENCE = 10;
/** For colours that only charts with more than six series use. */
const MIN_DIFFERENCE_OF_MANY = 8;

/** The value of a colour variable in a theme of the style sheet. */
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

    it('the first six colours are far apart, also under deuteranopia and protanopia', () => {
      const { pair, far } = closest(colors.slice(0, 6));
      assert.ok(far >= MIN_DIFFERENCE, `${pair}: ${far}`);
    });

    it('all colours can be distinguished', () => {
      const { pair, far } = closest(colors);
      assert.ok(far >= MIN_DIFFERENCE_OF_MANY, `${pair}: ${far}`);
    });

    it('the colours of outcomes are far apart', () => {
      const { pair, far } = closest([color('c1', theme), color('c2', theme), color('bad', theme)]);
      assert.ok(far >= MIN_DIFFERENCE, `${pair}: ${far}`);
    });

    it('all colours stand out from their background', () => {
      for (const one of colors) {
        const against = contrast(one, color('surface', theme));
        assert.ok(against >= 3, `${one}: ${against}`);
      }
    });
  });
}

describe('the colour difference', () => {
  it('it matches published values of CIEDE2000, and is zero for equal colours', () => {
    assert.equal(difference('#123456', '#123456', 'all colours'), 0);
    assert.ok(Math.abs(difference('#000000', '#ffffff', 'all colours') - 100) < 0.01);
    // A red and a green that not everybody can distinguish.
    assert.ok(difference('#a03020', '#5a6a00', 'all colours') > 30);
    assert.ok(difference('#a03020', '#5a6a00', 'deuteranopia') < 15);
  });
});
