/** Runs jobs, a few at a time in their order, and yields each result when it is there. */
export async function* asFinished<T>(
  jobs: readonly (() => Promise<T>)[],
  atOnce: number,
): AsyncGenerator<T, void, undefined> {
  const running = new Map<number, Promise<{ place: number; result: T }>>();
  let next = 0;
  while (next < jobs.length || running.size > 0) {
    // Jobs begin as results are taken: nothing piles up for a consumer that does not take them.
    for (; running.size < atOnce && next < jobs.length; next++) {
      const [place, job] = [next, jobs[next]];
      if (job)
        running.set(
          place,
          job().then((result) => ({ place, result })),
        );
    }
    const { place, result } = await Promise.race(running.values());
    running.delete(place);
    yield result;
  }
}
