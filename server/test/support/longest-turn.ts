import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * The longest turn of this thread's event loop while `work` runs, in milliseconds of CPU time, which a busy
 * machine does not stretch. The watcher creates no promises: the test runner tracks each, and cleaning up
 * after hundreds of thousands takes longer than what is measured.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = process.threadCpuUsage();
  let watching: NodeJS.Immediate;
  const look = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.threadCpuUsage();
    watching = setImmediate(look);
  };
  watching = setImmediate(look);
  await work();
  await nextTurn();
  clearImmediate(watching);
  return longest;
}
