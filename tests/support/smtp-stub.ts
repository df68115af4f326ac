import { SMTPServer } from 'smtp-server';

/** An e-mail as it arrived. */
interface ReceivedMail {
  user: string | undefined;
  from: string;
  to: string[];
  source: string;
}

export interface SmtpStub {
  port: number;
  received: ReceivedMail[];
  close(): Promise<void>;
}

/** A server on this machine that takes e-mails, but for addresses that `refuse` has a code for; whoever signs in has the password `p@ss`. */
export async function startSmtpStub(
  refuse: (address: string) => number | null = () => null,
): Promise<SmtpStub> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'p@ss' ? done(null, { user: username }) : done(new Error('no')),
    onRcptTo: ({ address }, _session, done) => {
      const responseCode = refuse(address);
      done(responseCode ? Object.assign(new Error(`${address} is nobody`), { responseCode }) : null);
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          user: session.user as string | undefined,
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString('utf8'),
        });
        done(null);
      });
    },
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  return { port, received, close: () => new Promise((resolve) => server.close(() => resolve())) };
}
