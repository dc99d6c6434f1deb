import { type ApplicationSettings, ApplicationSettingsChanges } from '@parley/contract';
import { findApplication } from '../accounts/applications/find-application.ts';
import { InvalidSettings, updateSettings } from '../accounts/applications/update-settings.ts';
import { recordCommand } from '../accounts/audit.ts';
import { readFlags, requireApplication, UsageError } from './usage.ts';
import { changeMetadata } from './with-metadata.ts';

/** The flag of each setting; `none` means no limit. */
const FLAGS = {
  name: 'name',
  'time-zone': 'timeZone',
  'rate-limit': 'rateLimit',
  'session-timeout': 'sessionTimeout',
  'retention-days': 'retentionDays',
  'body-retention-days': 'bodyRetentionDays',
  'store-bodies': 'storeBodies',
  'keep-vectors': 'keepVectors',
} as const satisfies Record<string, keyof ApplicationSettings>;

type Flag = keyof typeof FLAGS;
const NAMES = Object.keys(FLAGS) as Flag[];

/** `parley app set` */
export async function setSettings(args: string[]): Promise<void> {
  const flags = readFlags(args, ['app'], NAMES);
  const given = NAMES.filter((flag) => flags[flag] !== undefined);
  if (given.length === 0)
    throw new UsageError(`Say what to set: ${NAMES.map((flag) => `--${flag}`).join(', ')}.`);
  const changes = readChanges(given.map((flag) => [flag, flags[flag] ?? '']));
  await changeSettings(flags, changes);
}

/** Changes settings, and prints all of them. */
export async function changeSettings(
  flags: { app: string; data?: string; json: boolean },
  changes: ApplicationSettingsChanges,
): Promise<void> {
  const { id, settings } = await changeMetadata(flags.data, async (tx) => {
    const { id } = await requireApplication(findApplication(tx, flags.app));
    try {
      const settings = await updateSettings(tx, id, changes);
      await recordCommand(tx, { action: 'application.settings', appId: id, details: changes });
      return { id, settings };
    } catch (error) {
      if (error instanceof InvalidSettings) throw new UsageError(`${error.message}.`);
      throw error;
    }
  });
  if (flags.json) {
    console.log(JSON.stringify({ id, ...settings }));
    return;
  }
  console.log(`${settings.name} (${id})`);
  for (const flag of NAMES) console.log(`  ${flag.padEnd(20)} ${show(settings[FLAGS[flag]])}`);
}

function readChanges(given: readonly (readonly [Flag, string])[]): ApplicationSettingsChanges {
  const values = given.map(([flag, text]) => [FLAGS[flag], readValue(flag, text)] as const);
  const { data, error } = ApplicationSettingsChanges.safeParse(Object.fromEntries(values));
  if (data) return data;
  const wrong = error.issues.map(({ path, message }) => {
    const flag = NAMES.find((name) => FLAGS[name] === path[0]);
    return `${flag ? `--${flag}: ` : ''}${message}.`;
  });
  throw new UsageError(wrong.join(' '));
}

function readValue(flag: Flag, text: string): unknown {
  if (flag === 'name' || flag === 'time-zone') return text;
  if (flag === 'store-bodies' || flag === 'keep-vectors') {
    if (text === 'yes' || text === 'no') return text === 'yes';
    throw new UsageError(`--${flag} must be "yes" or "no".`);
  }
  if (text === 'none') return null;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isNaN(value)) throw new UsageError(`--${flag} must be a number or "none".`);
  return value;
}

function show(value: string | number | boolean | null): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === null ? 'none' : String(value);
}
