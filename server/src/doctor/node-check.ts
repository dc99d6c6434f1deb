import { bad, type Finding, ok } from './finding.ts';

/** The first version that runs the sources as they are. */
const OLDEST = 24;

/** `version`: such as `v24.1.0`. */
export function checkNode(version: string): Finding[] {
  const found = `Node ${version.replace(/^v/, '')}`;
  if (Number.parseInt(version.replace(/^v/, ''), 10) >= OLDEST) return [ok('node', found)];
  return [bad('node', found, `Install Node ${OLDEST} or later.`)];
}
