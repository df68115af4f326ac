import { createTransport } from 'nodemailer';
import { maskedKeyword } from '../security/mask.ts';
import type { MailSettings } from '../settings/settings.ts';
import { type Mailer, MailRefused } from './mailer.ts';

/** How long a server may take to be reached, to greet and to answer, in ms. */
const within = 10_000;

/** What an SMTP server says no for good with. */
const forGood = 500;

/** Hands e-mails to an SMTP server. */
export function smtpMailer({ smtpUrl, from }: MailSettings): Mailer {
  const transport = createTransport(smtpAddress(smtpUrl), {
    from,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.slice(from.lastIndexOf('@') + 1).replace('>', '');
  return {
    send: async ({ id, recipient, title, text }) => {
      try {
        await transport.sendMail({
          ...{ to: recipient, subject: title, text, messageId: `<${id}@${domain}>` },
        });
      } catch (error) {
        throw refusalOf(error) ?? error;
      }
    },
  };
}

/** The address with the times that a server may take. */
function smtpAddress(url: string): string {
  const address = new URL(url);
  for (const name of ['connectionTimeout', 'greetingTimeout', 'socketTimeout'])
    address.searchParams.set(name, String(within));
  return address.href;
}

/** A server that doesn't let the service in refuses no e-mail: they go once its account is put right. */
function refusalOf(error: unknown): MailRefused | null {
  const { code, responseCode, response } = error as {
    code?: string;
    responseCode?: number;
    response?: string;
  };
  if (code === 'EAUTH' || responseCode === undefined || responseCode < forGood) return null;
  const said = maskedKeyword(response ?? '').slice(0, 200);
  return new MailRefused({ zh: `对方拒收：${said}`, en: `The other side refused it: ${said}` });
}
