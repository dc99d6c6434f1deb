/** Environment of a process whose clock runs ahead, in all of its threads. */
export function clockAhead(milliseconds: number): { NODE_OPTIONS: string } {
  const shift = `
    const Real = Date;
    const now = () => Real.now() + ${milliseconds};
    globalThis.Date = class Date extends Real {
      constructor(...given) {
        super(...(given.length === 0 ? [now()] : given));
      }
      static now() {
        return now();
      }
    };`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shift)}` };
}
