import { recordCommand } from '../accounts/audit.ts';
import { createAuth } from '../accounts/auth.ts';
import { findPerson } from '../accounts/people.ts';
import { serverSecret } from '../accounts/server-secret.ts';
import { readConfig } from '../config.ts';
import { runningServer } from '../data-folder.ts';
import { readFlags, UsageError } from './usage.ts';
import { dataFolder, withMetadata } from './with-metadata.ts';

/** `parley account reset-link` */
export async function account([verb = '', ...args]: string[]): Promise<void> {
  if (verb === 'reset-link') return resetLink(args);
  throw new UsageError('Say "parley account reset-link".');
}

async function resetLink(args: string[]): Promise<void> {
  const flags = readFlags(args, ['email'], []);
  const { publicUrl, host, port, secret } = readConfig([], process.env);
  const baseUrl = publicUrl ?? runningServer(dataFolder(flags.data))?.url ?? `http://${host}:${port}`;
  const link = await withMetadata(flags.data, async (db) => {
    const person = await findPerson(db, flags.email);
    if (!person) throw new UsageError(`Nobody has signed up as "${flags.email}".`);
    let token = '';
    const auth = createAuth({
      db,
      secret: secret ?? (await serverSecret(db)),
      baseUrl,
      confirmAddresses: false,
      sendResetLink: (_person, made) => {
        token = made;
      },
      onReset: async () => {},
      onSignIn: () => {},
      onProblem: (message) => console.error(message),
    });
    await auth.api.requestPasswordReset({ body: { email: person.email } });
    await recordCommand(db, { action: 'person.password.reset-link', target: person.id, personId: person.id });
    return `${baseUrl}/reset-password#token=${token}`;
  });
  if (flags.json) console.log(JSON.stringify({ email: flags.email, link }));
  else console.log(`This link sets a new password for ${flags.email}, within an hour:\n  ${link}`);
}
