import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { marksOf, type Stretch } from './timeline-marks.ts';

const WIDTH = 600;
const at = (...shares: number[]): Stretch[] => shares.map((from) => ({ from, to: from }));

describe('the marks of a timeline', () => {
  it('turns apart from each other are marks in one lane', () => {
    const { marks, lanes } = marksOf([{ from: 0, to: 0.25 }, ...at(0.5, 1)], WIDTH);
    assert.equal(lanes, 1);
    assert.deepEqual(
      marks.map(({ left, width }) => [left, width]),
      [
        [0, 150],
        [300, 6],
        [594, 6],
      ],
    );
  });

  it('turns at one moment are marks below each other, and none covers another', () => {
    const { marks, lanes } = marksOf(at(0, 0.5, 0.5, 0.501, 1), WIDTH);
    assert.equal(lanes, 3);
    assert.deepEqual(
      marks.map(({ lane }) => lane),
      [0, 0, 1, 2, 0],
    );
    for (const [i, a] of marks.entries())
      for (const b of marks.slice(i + 1))
        assert.ok(a.lane !== b.lane || a.left + a.width < b.left || b.left + b.width < a.left);
  });

  it('more turns at one moment than there are lanes are one mark that counts them', () => {
    const { marks, lanes } = marksOf([...at(0), ...at(...Array<number>(20).fill(0.5)), ...at(1)], WIDTH);
    assert.equal(lanes, 1);
    assert.deepEqual(
      marks.map(({ first, last }) => [first, last]),
      [
        [0, 0],
        [1, 20],
        [21, 21],
      ],
    );
    assert.ok((marks[1]?.width ?? 0) >= 20);
  });

  it('every mark lies within the timeline', () => {
    const { marks } = marksOf(at(0.99, ...Array<number>(9).fill(1)), WIDTH);
    for (const { left, width } of marks) assert.ok(left >= 0 && left + width <= WIDTH, `${left} ${width}`);
  });
});
