/** What processes have used, as the kernel counts it: figures that hold on a busy machine. */
import { readdirSync, readFileSync } from 'node:fs';

/** A process and all that it started. */
export function familyOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    read(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(familyOf)];
}

/** Bytes by the name of a line in `/proc/PID/status`. */
export function memoryOf(pids: readonly number[], line: 'VmRSS' | 'RssAnon'): number {
  return pids.reduce((sum, pid) => {
    const kilobytes = new RegExp(`^${line}:\\s+(\\d+)`, 'm').exec(read(`/proc/${pid}/status`))?.[1];
    return sum + Number(kilobytes ?? 0) * 1024;
  }, 0);
}

export type Cpu = {
  /** Of all threads, those that ended included. */
  all: number;
  /** Of the threads that live, by their names. */
  threads: ReadonlyMap<string, number>;
};

/** Microseconds of processor time since a process began. */
export function cpuOf(pid: number): Cpu {
  const threads = new Map<string, number>();
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    const name = read(`/proc/${pid}/task/${task}/comm`).trim();
    const nanoseconds = Number(read(`/proc/${pid}/task/${task}/schedstat`).split(' ')[0] ?? 0);
    threads.set(name, (threads.get(name) ?? 0) + nanoseconds / 1000);
  }
  const living = [...threads.values()].reduce((sum, value) => sum + value, 0);
  return { all: Math.max(living, ticks(pid)), threads };
}

/** Coarse, in hundredths of a second, but with the threads that have ended. */
function ticks(pid: number): number {
  // Behind the name, which may have spaces: state is the third field, user and system time 14 and 15.
  const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10_000;
}

/** A thread or process that has just ended says nothing. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
