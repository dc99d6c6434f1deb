import { OLDEST_NODE } from '../base/version.ts';
import { bad, type Finding, ok } from './finding.ts';

/** `version`: such as `v24.1.0`. */
export function checkNode(version: string): Finding[] {
  const found = `Node ${version.replace(/^v/, '')}`;
  if (Number.parseInt(version.replace(/^v/, ''), 10) >= OLDEST_NODE) return [ok('node', found)];
  return [bad('node', found, `Install Node ${OLDEST_NODE} or later.`)];
}
