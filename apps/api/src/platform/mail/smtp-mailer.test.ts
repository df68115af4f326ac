import { afterEach, expect, test } from 'vitest';
import { type SmtpStub, startSmtpStub } from '../../../../../tests/support/smtp-stub.ts';
import { MailRefused } from './mailer.ts';
import { smtpMailer } from './smtp-mailer.ts';

let server: SmtpStub | undefined;
afterEach(() => server?.close());

async function stub(refuse?: (address: string) => number | null): Promise<SmtpStub> {
  server = await startSmtpStub(refuse);
  return server;
}

const mail = {
  id: '0198c0de',
  recipient: 'finance@example.com',
  title: '电子发票已开具',
  text: '发票号码：1',
};
const from = '商户平台 <no-reply@platform.example>';

test('an e-mail arrives with its words, from whom the settings say, under its own id', async () => {
  const { received, port } = await stub();
  const mailer = smtpMailer({ smtpUrl: `smtp://user:p%40ss@127.0.0.1:${port}`, from });
  await mailer.send(mail);
  const [one] = received;
  expect(one).toMatchObject({ user: 'user', from: 'no-reply@platform.example', to: ['finance@example.com'] });
  expect(one?.source).toContain('Message-ID: <0198c0de@platform.example>');
  const subject = /^Subject: =\?UTF-8\?B\?(.+)\?=\r$/m.exec(one?.source ?? '')?.[1] ?? '';
  expect(Buffer.from(subject, 'base64').toString()).toBe(mail.title);
  const body = one?.source.split('\r\n\r\n')[1] ?? '';
  expect(Buffer.from(body, 'base64').toString()).toContain(mail.text);
});

test('an address that is refused is refused for good, and not told whole', async () => {
  const { port } = await stub(() => 550);
  const mailer = smtpMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from });
  const refused = await mailer.send(mail).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(MailRefused);
  expect((refused as MailRefused).text.zh).toMatch(/^对方拒收：550 f\*\*\*@example\.com is nobody/);
});

test.each([
  ['a server that asks to come again', (port: number) => `127.0.0.1:${port}`],
  ['a server that does not know the password', (port: number) => `user:other@127.0.0.1:${port}`],
  ['a server that is not there', () => '127.0.0.1:1'],
])('%s may be tried again', async (_, at) => {
  const { port, received } = await stub(() => 450);
  const mailer = smtpMailer({ smtpUrl: `smtp://${at(port)}`, from });
  const failed = await mailer.send(mail).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(Error);
  expect(failed).not.toBeInstanceOf(MailRefused);
  expect(received).toEqual([]);
});
