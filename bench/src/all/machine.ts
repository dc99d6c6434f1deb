/** Describes the machine. Figures are only comparable within one. */
import { execFileSync } from 'node:child_process';
import { arch, availableParallelism, cpus, totalmem } from 'node:os';
import { engineName } from '../engine-name.ts';

export type Machine = {
  /** Identifies a column of the page. */
  name: string;
  processor: string;
  cores: number;
  memoryGb: number;
  engine: string;
  node: string;
  commit: string;
  date: string;
};

export function thisMachine(): Machine {
  const cores = availableParallelism();
  const engine = engineName();
  return {
    name: `${arch()}, ${cores} cores, ${engine}`,
    processor: cpus()[0]?.model.trim() || 'unknown',
    cores,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    engine,
    node: process.versions.node,
    commit: commit(),
    date: new Date().toISOString().slice(0, 10),
  };
}

function commit(): string {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : ', changed');
  } catch {
    return 'unknown';
  }
}
