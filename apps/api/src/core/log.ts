import { type DestinationStream, type Logger, pino, stdSerializers, symbols } from 'pino';

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
export function makeLog(level: string, destination = standardOutput()): Logger {
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
  return pino(options, destination);
}

/**
 * The same log for lines that are made of routes, states and numbers alone: looking through each for what is secret costs four times what
 * the line does.
 */
export function withoutRedaction(log: Logger): Logger {
  return log.child({}, { redact: [] });
}

/** How long lines wait to be written together, in ms: a write for each costs more than the line. */
const longestWaitMs = 200;

const { info = 30 } = pino.levels.values;

/** One for the process, however many logs write to it. */
let output: DestinationStream | undefined;

function standardOutput(): DestinationStream {
  output ??= makeStandardOutput();
  return output;
}

/** Standard output; a warning or an error is written at once, with what waited before it, and nothing is left behind by an exit. */
function makeStandardOutput(): DestinationStream {
  const lines = pino.destination({ minLength: 4096, periodicFlush: longestWaitMs, sync: true });
  process.on('exit', () => lines.flushSync());
  const stream = {
    [symbols.needsMetadataGsym]: true,
    lastLevel: 0,
    write(line: string): void {
      lines.write(line);
      if (stream.lastLevel > info) lines.flushSync();
    },
  };
  return stream;
}
