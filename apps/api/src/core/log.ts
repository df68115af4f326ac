import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';

const secretFields = [
  'authorization',
  'cookie',
  'token',
  'password',
  'oldPassword',
  'newPassword',
  'verificationCode',
  'captchaVerifyParam',
  'mobile',
  'cardNo',
];

/** Phone numbers, card numbers, tokens and e-mail addresses as they turn up inside the words of an error. */
const secretText =
  /\b1[3-9]\d{9}\b|\b\d{13,19}\b|\beyJ[\w-]+\.[\w-]+\.[\w-]*|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;

/** The service's log: JSON lines, without anything secret or personal, whatever it is given. */
export function makeLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { pid: process.pid },
    redact: { paths: secretFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '***' },
    serializers: {
      err: (error: Error) => {
        const { type, message, stack } = stdSerializers.err(error);
        return { type, message: message.replace(secretText, '***'), stack: stack.replace(secretText, '***') };
      },
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
