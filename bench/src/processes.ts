/** CPU time and memory of processes as the kernel counts them, which also hold on a busy machine. */
import { readdirSync, readFileSync } from 'node:fs';

/** A process and all its descendants. */
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
  /** All threads, including those that have ended. */
  all: number;
  /** Living threads, by name. */
  threads: ReadonlyMap<string, number>;
};

/** Microseconds of CPU time since a process started. */
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

/** In hundredths of a second, but including threads that have ended. */
function ticks(pid: number): number {
  // After the name, which may contain spaces: state is the third field, user and system time 14 and 15.
  const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10_000;
}

/** Empty for a thread or process that has just ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
