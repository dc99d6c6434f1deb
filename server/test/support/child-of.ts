import { execFileSync } from 'node:child_process';

/** The process that has another one as its parent, or 0: of a server, its engine. */
export function childOf(pid: number): number {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  for (const line of processes.trim().split('\n')) {
    const [child, parent] = line.trim().split(/\s+/).map(Number);
    if (parent === pid && child !== undefined) return child;
  }
  return 0;
}
