import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';

/** A process that logs as the service does. */
function logging(script: string) {
  const module = JSON.stringify(join(import.meta.dirname, 'log.ts'));
  const child = spawn(process.execPath, [
    '--input-type=module-typescript',
    '--disable-warning=ExperimentalWarning',
    '--eval',
    `import { makeLog } from ${module}; const log = makeLog('info'); ${script}`,
  ]);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  const messages = () =>
    output
      .split('\n')
      .filter(Boolean)
      .map((line): string => JSON.parse(line).msg);
  return { child, messages, ended: new Promise<void>((resolve) => child.on('close', () => resolve())) };
}

test('an error is written at once, with the lines before it, though the process is killed then', async () => {
  const { messages, ended } = logging(
    "log.info('first'); log.error('second'); log.info('lost'); process.kill(process.pid, 'SIGKILL');",
  );
  await ended;
  expect(messages()).toEqual(['first', 'second']);
});

test('lines that waited are written when the process exits, or breaks', async () => {
  const exits = logging("log.info('first'); process.exit(0);");
  const breaks = logging("log.info('first'); throw new Error('broken');");
  await Promise.all([exits.ended, breaks.ended]);
  expect([exits.messages(), breaks.messages()]).toEqual([['first'], ['first']]);
});

test('a line does not wait for the next one', async () => {
  const { child, messages, ended } = logging("log.info('first'); setInterval(() => {}, 60_000);");
  await eventually(async () => expect(messages()).toEqual(['first']));
  child.kill();
  await ended;
});
