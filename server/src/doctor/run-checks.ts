/** Runs checks one after the other. A check that cannot run is a finding, too. */
import { mask } from '../base/mask.ts';
import { bad, type Finding, ok } from './finding.ts';

export type Check = { name: string; run: () => Finding[] | Promise<Finding[]> };

/** There is nothing to check, and another check reports why. */
export class NotChecked extends Error {}

export async function runChecks(checks: readonly Check[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const check of checks) findings.push(...(await runCheck(check)));
  return findings.map(({ found, advice, ...finding }) => ({
    ...finding,
    found: mask(found),
    advice: advice && mask(advice),
  }));
}

async function runCheck({ name, run }: Check): Promise<Finding[]> {
  try {
    return await run();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof NotChecked) return [ok(name, `Not checked: ${reason}`)];
    return [bad(name, `The check failed: ${reason}`, adviceFor(error))];
  }
}

function adviceFor(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return code === 'EACCES' || code === 'EPERM'
    ? 'Run "parley doctor" as the user that runs the server.'
    : 'See what the message says, then run "parley doctor" again.';
}
