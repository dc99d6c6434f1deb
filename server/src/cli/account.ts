import { recordCommand } from '../accounts/audit.ts';
import { createLink } from '../accounts/people/links.ts';
import { findPerson } from '../accounts/people/people.ts';
import { readConfig } from '../config.ts';
import { runningUrl } from '../data-folder/data-folder.ts';
import { readFlags, UsageError } from './usage.ts';
import { changeMetadata, dataFolder } from './with-metadata.ts';

/** `parley account reset-link` */
export async function account([verb = '', ...args]: string[]): Promise<void> {
  if (verb === 'reset-link') return resetLink(args);
  throw new UsageError('Say "parley account reset-link".');
}

async function resetLink(args: string[]): Promise<void> {
  const flags = readFlags(args, ['email'], []);
  const { publicUrl, host, port } = readConfig([], process.env);
  const baseUrl = publicUrl ?? runningUrl(dataFolder(flags.data)) ?? `http://${host}:${port}`;
  const token = await changeMetadata(flags.data, async (tx) => {
    const person = await findPerson(tx, flags.email);
    if (!person) throw new UsageError(`There is no account for "${flags.email}".`);
    await recordCommand(tx, { action: 'person.password.reset-link', target: person.id, personId: person.id });
    return createLink(tx, 'reset', { personId: person.id });
  });
  const link = `${baseUrl}/reset-password#token=${token}`;
  if (flags.json) console.log(JSON.stringify({ email: flags.email, link }));
  else console.log(`This link sets a new password for ${flags.email}, within an hour:\n  ${link}`);
}
