/** A mail server that accepts and keeps every letter. */
import { createServer } from 'node:net';
import type { TestContext } from 'node:test';
import { eventually } from './eventually.ts';

export type SmtpServer = {
  url: string;
  letters: string[];
  /** The link in the newest letter to an address. */
  linkTo: (address: string) => Promise<string>;
};

export async function smtpServer(test: Pick<TestContext, 'after'>): Promise<SmtpServer> {
  const letters: string[] = [];
  const server = createServer((socket) => {
    let body: string | null = null;
    let rest = '';
    const say = (line: string) => socket.write(`${line}\r\n`);
    say('220 test');
    socket.on('error', () => socket.destroy());
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      rest += chunk;
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (body !== null) {
          if (line === '.') {
            letters.push(unfold(body));
            body = null;
            say('250 kept');
          } else body += `${line}\r\n`;
        } else if (/^DATA/i.test(line)) {
          body = '';
          say('354 go on');
        } else if (/^QUIT/i.test(line)) {
          say('221 bye');
          socket.end();
        } else say('250 ok');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  test.after(async () => {
    server.close();
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The mail server has no port.');
  const newestTo = (to: string) => letters.findLast((letter) => letter.includes(`To: ${to}\r\n`));
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    letters,
    async linkTo(to) {
      await eventually(`a letter to ${to}`, () => newestTo(to) !== undefined);
      const link = /https?:\S+#token=\S+/.exec(newestTo(to) ?? '')?.[0];
      if (!link) throw new Error(`No link in ${newestTo(to)}`);
      return link;
    },
  };
}

/** Decodes quoted-printable as far as Parley's letters use it. */
function unfold(letter: string): string {
  return letter.replaceAll('=\r\n', '').replaceAll('=3D', '=');
}
