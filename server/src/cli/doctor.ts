/** `parley doctor`: looks for problems and prints what to do about them. Exit code 1 if there are any. */
import { join } from 'node:path';
import { PRICE_LIST } from '../base/price-list-version.ts';
import { count } from '../doctor/amounts.ts';
import { checksOf } from '../doctor/checks.ts';
import { type Finding, type Level, worst } from '../doctor/finding.ts';
import { inspectInstallation } from '../doctor/installation.ts';
import { runChecks } from '../doctor/run-checks.ts';
import { needsToCatchUp } from '../drain/catch-up.ts';
import { BATCH_LIMITS } from '../drain/limits.ts';
import { hasNativeLibrary } from '../engine/engine-command.ts';
import { readFlags } from './usage.ts';
import { commandConfig } from './with-metadata.ts';

const SIGNS: Record<Level, string> = { ok: '✓', warn: '!', bad: '✗' };

export async function doctor(args: string[]): Promise<void> {
  const flags = readFlags(args, [], []);
  const config = commandConfig(flags.data);
  const limits = BATCH_LIMITS[config.clickhouse || hasNativeLibrary() ? 'native' : 'wasm'];
  const needs = needsToCatchUp(
    { data: config.data, store: config.clickhouse ? null : join(config.data, 'store') },
    Math.max(limits.bytes, config.maxBody),
  );
  const installation = await inspectInstallation(config, { needs, priceList: PRICE_LIST });
  let findings: Finding[];
  try {
    findings = await runChecks(checksOf(installation));
  } finally {
    await installation.close();
  }
  const level = worst(findings);
  console.log(
    flags.json
      ? JSON.stringify({ level, findings })
      : `${findings.map(lines).join('\n')}\n\n${summary(findings)}`,
  );
  if (level === 'bad') process.exitCode = 1;

  function lines({ check, level, found, advice }: Finding): string {
    const width = Math.max(...findings.map((finding) => finding.check.length));
    const first = `${SIGNS[level]} ${check.padEnd(width)}  ${found}`;
    return advice === null ? first : `${first}\n  ${' '.repeat(width)}  → ${advice}`;
  }
}

function summary(findings: readonly Finding[]): string {
  const amount = (level: Level) => findings.filter((finding) => finding.level === level).length;
  const parts = [
    ...(amount('bad') > 0 ? [count(amount('bad'), 'problem')] : []),
    ...(amount('warn') > 0 ? [count(amount('warn'), 'warning')] : []),
  ];
  return parts.length === 0 ? 'All is well.' : `${parts.join(', ')}.`;
}
