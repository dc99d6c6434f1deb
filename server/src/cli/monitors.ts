/** `parley monitors export | apply FILE`: monitors as code. */
import { readFileSync, writeFileSync } from 'node:fs';
import { findApplication } from '../accounts/applications/find-application.ts';
import { recordCommand } from '../accounts/audit.ts';
import {
  applySteps,
  exportMonitors,
  MonitorsFile,
  MonitorsFileError,
  planMonitors,
  type Step,
} from '../accounts/monitors/monitors-file.ts';
import { ApiError } from '../base/errors.ts';
import { readFlags, requireApplication, UsageError } from './usage.ts';
import { changeMetadata, commandConfig, withMetadata } from './with-metadata.ts';

export async function monitors([verb = '', file = '', ...args]: string[]): Promise<void> {
  if (!['export', 'apply'].includes(verb) || file === '' || file.startsWith('--'))
    throw new UsageError('Say "parley monitors export FILE" or "parley monitors apply FILE".');
  return verb === 'export' ? exportTo(file, args) : apply(file, args);
}

async function exportTo(file: string, args: string[]): Promise<void> {
  const flags = readFlags(args, ['app'], []);
  const exported = await withMetadata(flags.data, async (db) => {
    const { id } = await requireApplication(findApplication(db, flags.app));
    return exportMonitors(db, id);
  });
  writeFileSync(file, `${JSON.stringify(exported, null, 2)}\n`);
  if (!flags.json) console.log(`Written to ${file}.`);
}

async function apply(file: string, args: string[]): Promise<void> {
  const flags = readFlags(args, ['app'], [], ['prune', 'plan']);
  const wanted = readMonitors(file);
  const config = commandConfig(flags.data);
  const baseUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  const steps = await changeMetadata(flags.data, async (tx) => {
    const { id: appId } = await requireApplication(findApplication(tx, flags.app));
    const planned = await planMonitors(tx, appId, wanted, { prune: flags.prune ?? false });
    if (flags.plan) return planned;
    await applySteps(tx, appId, planned, { now: Date.now(), baseUrl });
    for (const step of planned)
      await recordCommand(tx, {
        action: `monitor.${step.kind === 'change' ? 'update' : step.kind}`,
        ...{ appId, details: { name: nameOf(step) } },
      });
    return planned;
  }).catch((error: unknown) => {
    throw error instanceof MonitorsFileError || error instanceof ApiError
      ? new UsageError(error.message)
      : error;
  });
  if (flags.json) {
    const shown = steps.map((step) => ({ kind: step.kind, name: nameOf(step) }));
    console.log(JSON.stringify({ steps: shown, applied: !flags.plan }));
    return;
  }
  for (const step of steps) console.log(lineOf(step));
  if (steps.length === 0) console.log('Nothing to change.');
  else if (flags.plan) console.log('Nothing was changed: without --plan it is.');
}

function readMonitors(file: string): MonitorsFile {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} cannot be read as JSON: ${error instanceof Error ? error.message : error}`);
  }
  const { data, error } = MonitorsFile.safeParse(json);
  if (data) return data;
  const [issue] = error.issues;
  throw new UsageError(`${file}: ${issue?.path.join('.')}: ${issue?.message}`);
}

function nameOf(step: Step): string {
  return step.kind === 'delete' ? step.monitor.name : step.entry.name;
}

function lineOf(step: Step): string {
  if (step.kind === 'create') return `+ ${nameOf(step)}`;
  return step.kind === 'delete' ? `- ${nameOf(step)}` : `~ ${nameOf(step)}: ${step.fields.join(', ')}`;
}
