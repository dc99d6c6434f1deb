/** The marks of a timeline: turns that would coincide lie in lanes below each other, or are one mark with a count. */

/** Where a turn begins and ends, as shares of the timeline's width. */
export type Stretch = { from: number; to: number };

export type TurnMark = {
  /** The places of its first and last turn. */
  first: number;
  last: number;
  /** In pixels. */
  left: number;
  width: number;
  lane: number;
};

/** In pixels: what can be seen and hit, the gap between marks, and the room of a count. */
const MIN_WIDTH = 6;
const GAP = 2;
const COUNT_WIDTH = 28;
/** More turns at one moment become one mark. */
const MAX_LANES = 4;

type Box = Omit<TurnMark, 'lane'>;

/** `turns` are in the order of their beginning. */
export function marksOf(turns: readonly Stretch[], width: number): { marks: TurnMark[]; lanes: number } {
  const boxes = turns.map(({ from, to }, i): Box => {
    const own = Math.max(MIN_WIDTH, (to - from) * width);
    return { first: i, last: i, left: Math.max(0, Math.min(from * width, width - own)), width: own };
  });
  const marks = inLanes(
    crowdsOf(boxes).flatMap((crowd) => (lanesOf(crowd) > MAX_LANES ? [merged(crowd, width)] : crowd)),
  );
  return { marks, lanes: lanesOf(marks) };
}

/** Runs of marks that touch each other. */
function crowdsOf(boxes: readonly Box[]): Box[][] {
  const crowds: Box[][] = [];
  let end = 0;
  for (const box of boxes) {
    const crowd = crowds.at(-1);
    const touches = crowd !== undefined && box.left < end;
    if (touches) crowd.push(box);
    else crowds.push([box]);
    const ends = box.left + box.width + GAP;
    end = touches ? Math.max(end, ends) : ends;
  }
  return crowds;
}

function lanesOf(boxes: readonly Box[]): number {
  return Math.max(0, ...inLanes(boxes).map(({ lane }) => lane + 1));
}

/** Each in the first lane that is free where it begins. */
function inLanes(boxes: readonly Box[]): TurnMark[] {
  const ends: number[] = [];
  return boxes.map((box) => {
    const free = ends.findIndex((end) => end <= box.left);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = box.left + box.width + GAP;
    return { ...box, lane };
  });
}

function merged(crowd: readonly Box[], width: number): Box {
  const [first = 0, last = 0] = [crowd[0]?.first, crowd.at(-1)?.last];
  const left = crowd[0]?.left ?? 0;
  const own = Math.max(COUNT_WIDTH, ...crowd.map((box) => box.left + box.width - left));
  return { first, last, left: Math.max(0, Math.min(left, width - own)), width: own };
}
