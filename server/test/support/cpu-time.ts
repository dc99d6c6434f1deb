/** CPU time of this thread while it works, in milliseconds: a busy machine does not stretch it. */
export function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
