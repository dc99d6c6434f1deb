/** Checks that the machine is otherwise idle, since other work distorts every figure. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 2000;
/** Share of all cores that others may use: a kernel's own work. */
const QUIET_BUSY = 0.05;
/** Share of time stolen by the host. */
const QUIET_STOLEN = 0.01;

type Times = { busy: number; stolen: number; all: number };

/** Shares of the time of all cores. */
export type Load = { busy: number; stolen: number };

function times(): Times {
  const line = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? '';
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, soft = 0, stolen = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number);
  const busy = user + nice + system + irq + soft;
  return { busy, stolen, all: busy + idle + wait + stolen };
}

function between(before: Times, after: Times): Load {
  const all = Math.max(1, after.all - before.all);
  return { busy: (after.busy - before.busy) / all, stolen: (after.stolen - before.stolen) / all };
}

/** CPU use of others while nothing of ours runs. */
export async function loadOfOthers(): Promise<Load> {
  const before = times();
  await sleep(LOOK_MS);
  return between(before, times());
}

/** Time stolen by the host until the returned function is called. */
export function watchStolen(): () => number {
  const before = times();
  return () => between(before, times()).stolen;
}

/** Why figures taken now would be wrong; null if they would not. */
export function notQuiet({ busy, stolen }: Load): string | null {
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  if (busy > QUIET_BUSY) return `others used ${percent(busy)} of the processors`;
  if (stolen > QUIET_STOLEN) return `the host took ${percent(stolen)} of the time`;
  return null;
}
