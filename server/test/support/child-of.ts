import { execFileSync } from 'node:child_process';

/** The pid of a process's child, or 0 without one; a server's child is its engine. */
export function childOf(pid: number): number {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  for (const line of processes.trim().split('\n')) {
    const [child, parent] = line.trim().split(/\s+/).map(Number);
    if (parent === pid && child !== undefined) return child;
  }
  return 0;
}
