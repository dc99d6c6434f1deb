/** Signing in: passwords, second factors, and emails that reset them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { PASSWORD, Browser as Person } from '../../server/test/support/browser.ts';
import { eventually } from '../../server/test/support/eventually.ts';
import { type SmtpServer, smtpServer } from '../../server/test/support/smtp-server.ts';
import { nextTotp, secretIn, totp } from '../../server/test/support/totp.ts';
import { becomes } from './support/becomes.ts';
import { sharedConsole } from './support/shared-console.ts';
import { copyLine, signIn } from './support/steps.ts';

describe('signing in', () => {
  let mail: SmtpServer;
  const shared = sharedConsole({
    store: false,
    async env(test) {
      mail = await smtpServer(test);
      return { PARLEY_SMTP_URL: mail.url, PARLEY_MAIL_FROM: 'parley@example.com' };
    },
  });
  /** A person with a confirmed address, in a window where they are signed in. */
  const person = async (name: string) => {
    const email = `${name.toLowerCase()}@example.com`;
    const somebody = new Person(shared.server);
    await somebody.post('/v1/auth/sign-up', { email, name, password: PASSWORD });
    const token = (await mail.linkTo(email)).split('#token=')[1];
    await somebody.post('/v1/auth/email/confirm', { token });
    return { email, page: await shared.open('/profile', { as: await somebody.signIn(email) }) };
  };
  const signOut = async (page: Page) => {
    await page.getByRole('navigation', { name: 'Main' }).locator('button').last().click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  };

  it('signing up needs the link in the email before signing in', async () => {
    const page = await shared.open('/sign-up');
    await page.getByLabel('Your name').fill('Sara');
    await page.getByLabel('Email').fill('sara');
    const password = page.getByLabel('Password');
    await password.pressSequentially('seventy');
    await page.getByRole('button', { name: 'Sign up' }).click();
    // Each field shows its error, keeps its hint, and the first invalid one has the focus.
    await page.getByText('Enter an email address, such as jane@example.com.').waitFor();
    await page.getByText('Use at least 10 characters. This has 7.').waitFor();
    await page.getByText('At least 10 characters. A few unrelated words work well.').waitFor();
    await page.locator('input[type=email]:focus').waitFor();
    assert.equal(await password.getAttribute('aria-invalid'), 'true');
    await page.getByLabel('Email').fill('sara@example.com');
    await password.fill(PASSWORD);
    await becomes(() => page.getByRole('alert').count(), 0);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    await page.goto(await mail.linkTo('sara@example.com'));
    // Somebody else's sign-up with the same address would look the same except for its password.
    const confirm = async (password: string) => {
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Confirm and sign in' }).click();
    };
    await confirm('not the password');
    await page.getByRole('alert').getByText('That is not the password of this sign-up.').waitFor();
    await confirm(PASSWORD);
    await page.getByRole('heading', { name: 'Welcome, Sara' }).waitFor();
  });

  it('a wrong password is refused without revealing whether the address is known', async () => {
    const { page, email } = await person('Walter');
    await signOut(page);
    const refusals: (string | null)[] = [];
    for (const who of [email, 'nobody@example.com']) {
      await signIn(page, who, 'not the password');
      refusals.push(await page.getByRole('alert').textContent());
      await page.reload();
    }
    assert.match(refusals[0] ?? '', /password/i);
    assert.equal(refusals[0], refusals[1]);
    await page.goto('/profile');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    // The right password leads to the requested page.
    await signIn(page, email);
    await page.getByRole('heading', { name: 'Profile' }).waitFor();
  });

  it('changing the password invalidates the old one and signs out other windows', async () => {
    const { page, email } = await person('Paula');
    const elsewhere = await shared.open('/sign-in');
    await signIn(elsewhere, email);
    await elsewhere.getByRole('heading', { name: 'Welcome, Paula' }).waitFor();

    const card = page.getByRole('region', { name: 'Change your password' });
    const change = async (current: string, next: string) => {
      await card.getByLabel('Current password').fill(current);
      await card.getByLabel('New password').fill(next);
      await card.getByRole('button', { name: 'Change password' }).click();
    };
    await change('not the password', 'another horse battery');
    await card.getByRole('alert').waitFor();
    await change(PASSWORD, 'another horse battery');
    await card.getByText('Changed. Your other sessions have ended.').waitFor();
    await becomes(
      () => card.getByLabel('New password').inputValue(),
      '',
      'the password is still in its field',
    );

    await elsewhere.goto('/profile');
    await elsewhere.getByRole('heading', { name: 'Sign in' }).waitFor();
    await signIn(elsewhere, email);
    await elsewhere.getByRole('alert').waitFor();
    await signIn(elsewhere, email, 'another horse battery');
    await elsewhere.getByRole('heading', { name: 'Profile' }).waitFor();
  });

  it('an enabled second factor is required, and a backup code works once', async () => {
    const { page, email } = await person('Frida');
    await page.getByRole('button', { name: 'Set up' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Current password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('img', { name: /QR code/ }).waitFor();
    const secret = secretIn(await copyLine(dialog, 'Or open this link'));
    await dialog.getByLabel('Code', { exact: true }).fill('000 000');
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Code', { exact: true }).fill(totp(secret));
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    const shown = dialog.getByRole('list', { name: 'Backup codes' }).getByRole('listitem');
    await shown.first().waitFor();
    const codes = await shown.allTextContents();
    assert.ok(codes.length >= 8, `${codes.length} backup codes`);
    await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
    await page
      .getByRole('region', { name: 'Two-factor authentication' })
      .getByText('On', { exact: true })
      .waitFor();

    await signOut(page);
    await signIn(page, email);
    await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
    await page.getByLabel('Code').fill(nextTotp(secret));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Welcome, Frida' }).waitFor();

    const [code = ''] = codes;
    for (const works of [true, false]) {
      await signOut(page);
      await signIn(page, email);
      await page.getByRole('button', { name: 'Use a backup code instead' }).click();
      await page.getByLabel('Backup code').fill(code);
      await page.getByRole('button', { name: 'Continue' }).click();
      if (works) await page.getByRole('heading', { name: 'Welcome, Frida' }).waitFor();
      else await page.getByRole('alert').waitFor();
    }
  });

  it('a new address works for signing in once its link was opened', async () => {
    const { page } = await person('Nora');
    const card = page.getByRole('region', { name: 'Change your email' });
    await card.getByLabel('New email').fill('nora@elsewhere.example');
    await card.getByLabel('Current password').fill(PASSWORD);
    await card.getByRole('button', { name: 'Send link' }).click();
    await card.getByText('Check your email for the link.').waitFor();
    await page.goto(await mail.linkTo('nora@elsewhere.example'));
    await page.getByRole('button', { name: 'Confirm email' }).click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signIn(page, 'nora@elsewhere.example');
    await page.goto('/profile');
    await page.getByRole('region', { name: 'You' }).getByText('nora@elsewhere.example').waitFor();
  });

  it('the link in an email sets a new password', async () => {
    const { page, email } = await person('Rosa');
    await signOut(page);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Request link' }).click();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    // An earlier email precedes it.
    const isReset = async () => (await mail.linkTo(email)).includes('/reset-password#');
    await eventually('the letter', isReset);
    await page.goto(await mail.linkTo(email));
    await page.getByLabel('New password').fill('a wholly new password');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signIn(page, email, 'a wholly new password');
    await page.getByRole('heading', { name: 'Welcome, Rosa' }).waitFor();
  });
});
