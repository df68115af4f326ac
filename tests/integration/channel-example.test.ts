import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentedBlocks } from '../../scripts/documented-example.ts';
import { ROOT } from '../../scripts/run.ts';
import { boundChannel, newNonce, type Signing } from '../support/signed-call.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

const blocks = documentedBlocks(readFileSync(join(ROOT, 'docs/channels.md'), 'utf8'));
const directory = mkdtempSync(join(tmpdir(), 'xyxlx-channel-example-'));

let api: TestApi;
let tenantId: string;
let channel: Signing;
let who: { merchantNo: string; employeeNo: string };

beforeAll(async () => {
  for (const { path, lines } of blocks) writeFileSync(join(directory, path), `${lines.join('\n')}\n`);
  api = await startTestApi();
  const { prisma } = api.deps.database;
  tenantId = (await prisma.tenant.findUniqueOrThrow({ where: { code: 'huadong' } })).id;
  channel = await boundChannel(api, tenantId);
  const { employee } = await prisma.limitAccount.findFirstOrThrow({
    where: {
      tenantId,
      available: { gt: 100_000 },
      expiresAt: null,
      employee: { state: 'ACTIVE', merchant: { state: 'ACTIVE' } },
    },
    include: { employee: { include: { merchant: true } } },
  });
  who = { merchantNo: employee.merchant.merchantNo, employeeNo: employee.employeeNo };
});
afterAll(async () => {
  await api.close();
  rmSync(directory, { recursive: true });
});

/** What a program prints; null where the machine has none of that name. */
function printed(program: string, args: string[], env: Record<string, string> = {}): Promise<string | null> {
  const child = spawn(program, args, { cwd: directory, env: { ...process.env, ...env } });
  let output = '';
  let complaint = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? resolve(null) : reject(error),
    );
    child.on('close', (code) => (code === 0 ? resolve(output) : reject(new Error(complaint))));
  });
}

const forms = [
  { form: 'curl', program: 'sh', file: 'notify.sh', needs: ['curl', 'openssl'] },
  { form: 'TypeScript', program: process.execPath, file: 'notify.ts', needs: [] },
  { form: 'Python', program: 'python3', file: 'notify.py', needs: ['python3'] },
];

test('the page has the example in these forms and no other', () => {
  expect(blocks.map(({ path }) => path)).toEqual(forms.map(({ file }) => file));
});

test.for(forms)(
  'the worked example in $form tells of a payment and of its refund',
  async ({ program, file, needs }, { skip }) => {
    for (const need of needs) {
      const version = need === 'openssl' ? 'version' : '--version';
      if ((await printed(need, [version]).catch(() => null)) === null) skip(`${need} is not on this machine`);
    }
    const say = async (action: string, input: object) => {
      const env = { XYXLX_URL: api.url, CHANNEL_ID: channel.bindingId, CALLBACK_SECRET: channel.secret };
      const args = [file, `consumption/${action}`, JSON.stringify(input)];
      return JSON.parse((await printed(program, args, env)) as string);
    };
    const paymentNo = `E-${newNonce()}`;
    const payment = { paymentNo, ...who, amount: 3_500, category: 'MEAL' };
    const paid = {
      code: 200,
      result: { approved: true, decision: { outcome: 'PASS', allowedAmount: 3_500 } },
    };
    expect(await say('notifyPayment', payment)).toMatchObject(paid);
    expect(await say('notifyPayment', payment), 'told again, with another time and nonce').toMatchObject(
      paid,
    );
    const refund = { refundNo: `E-${newNonce()}`, paymentNo, amount: 500, reason: '退一份“米饭”' };
    expect(await say('notifyRefund', refund)).toMatchObject({ code: 200, result: { refundedAmount: 500 } });
    const where = { tenantId_paymentNo: { tenantId, paymentNo } };
    expect(await api.deps.database.prisma.consumptionRecord.findUniqueOrThrow({ where })).toMatchObject({
      state: 'PARTLY_REFUNDED',
      bindingId: channel.bindingId,
    });
  },
);
