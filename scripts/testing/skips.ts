/**
 * Which tests may be skipped. A test that nobody notices is missing protects nothing, so where every test is required
 * (`CI=true` or `PARLEY_TEST_REQUIRE=all`), a skip fails the run unless the machine's condition below explains it.
 */
import { spawnSync } from 'node:child_process';
import { hasNativeLibrary, NATIVE_LIBRARY } from '../../server/src/engine/engine-command.ts';

export type SkippedTest = {
  file: string;
  name: string;
  /** Empty when the test gave none. */
  reason: string;
};

export type AllowedSkip = {
  /** The condition of the machine, for the summary. */
  condition: string;
  /** The reason that the tests give. */
  reason: RegExp;
  /** Whether the condition is true here: a reason alone excuses nothing. */
  holds: () => boolean;
};

export const ALLOWED_SKIPS: readonly AllowedSkip[] = [
  {
    condition: `${NATIVE_LIBRARY} does not exist for this platform`,
    reason: /is not installed \(the engine as WebAssembly has no network\)$/,
    holds: () => process.arch !== 'x64' && !hasNativeLibrary(),
  },
  {
    condition: 'npm does not have a runtime for this machine',
    reason: /^npm does not have \S+ for this machine$/,
    // The reason is given by a test that has looked for the runtime after `scripts/ensure-runtimes.ts`.
    holds: () => true,
  },
  {
    condition: 'the user is not root',
    reason: /^takes root, to be two people$/,
    holds: () => process.getuid?.() !== 0,
  },
  {
    condition: 'the user may not mount file systems',
    reason: /^NOT RUN: it needs a (small file system|root user that may mount)/,
    holds: () => spawnSync('unshare', ['--mount', 'true']).status !== 0,
  },
  {
    condition: 'systemd is not installed',
    reason: /^NOT RUN: systemd-analyze is not installed/,
    holds: () => spawnSync('systemd-analyze', ['--version']).status !== 0,
  },
  {
    condition: 'the system has no /proc',
    reason: /^NOT RUN: the processor time of a thread is read from \/proc/,
    holds: () => process.platform !== 'linux',
  },
];

export function requiresAll(env: NodeJS.ProcessEnv): boolean {
  return env.PARLEY_TEST_REQUIRE === 'all' || (env.PARLEY_TEST_REQUIRE === undefined && env.CI === 'true');
}

/** The condition that excuses a skip, or null when nothing does. */
export function excuse(
  { reason }: SkippedTest,
  allowed: readonly AllowedSkip[] = ALLOWED_SKIPS,
): string | null {
  return allowed.find((each) => each.reason.test(reason) && each.holds())?.condition ?? null;
}
