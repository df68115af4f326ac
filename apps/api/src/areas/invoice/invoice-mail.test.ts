import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../tests/support/test-api.ts';
import { MailRefused, type OutgoingMail } from '../../platform/mail/mailer.ts';
import { mostAttempts, sendMails } from '../../platform/mail/send-mails.ts';

let api: TestApi;
let admin: string;
const tenantId = tenantIdOf('A');
const taken: OutgoingMail[] = [];
/** What the other side says of the next e-mails. */
let answer: () => Error | null = () => null;
let made = 0;

beforeAll(async () => {
  api = await startTestApi({
    settings: { ACCESS_TOKEN_TTL: '20h', REFRESH_IDLE_TTL: '20h', SESSION_MAX_TTL: '40h' },
    override: (deps) => ({
      ...withoutJobs(deps),
      mailer: {
        send: async (mail) => {
          const refusal = answer();
          if (refusal) throw refusal;
          taken.push(mail);
        },
      },
    }),
  });
  admin = await api.signIn('13800000001');
});
afterAll(() => api.close());

const call = async (action: string, input: object) =>
  (await api.call(`invoice/${action}`, input, admin)).body;

/** An application of 1 yuan that waits to be issued. */
async function application() {
  made += 1;
  const row = await api.deps.database.prisma.invoiceApplication.create({
    data: {
      ...{ tenantId, applicationNo: `FP-MAIL-${made}`, state: 'ISSUING', title: '某公司', amount: 100n },
      email: `finance${made}@example.com`,
    },
  });
  return { id: row.id, version: row.version, no: row.applicationNo, invoiceNo: `2600000${made}0000` };
}
const issued = async () => {
  const { no, ...input } = await application();
  expect(await call('issueInvoice', input)).toMatchObject({ code: 200, result: { approvalId: null } });
  return { ...input, no };
};
const addressOf = async (id: string) =>
  (
    await api.deps.database.prisma.invoiceApplication.findUniqueOrThrow({
      where: { tenantId_id: { tenantId, id } },
    })
  ).email;
const shown = async (no: string) => (await call('queryInvoice', { keyword: no })).result.list[0];
const send = () => sendMails(api.deps);

test('an issued invoice is e-mailed to its applicant, and the screen says so', async () => {
  const { no, invoiceNo } = await issued();
  expect(await shown(no)).toMatchObject({ mail: { state: 'WAITING', attempts: 0, sentAt: null } });
  await send();
  expect(taken).toHaveLength(1);
  expect(taken[0]).toMatchObject({ recipient: 'finance1@example.com', title: `电子发票已开具 ${invoiceNo}` });
  for (const words of [invoiceNo, '某公司', '1.00 元', no]) expect(taken[0]?.text).toContain(words);
  const row = await shown(no);
  expect(row).toMatchObject({ email: 'f***@example.com', mail: { state: 'SENT', attempts: 1, dueAt: null } });
  await send();
  expect(taken).toHaveLength(1);
  expect((await call('queryInvoice', { mailState: ['SENT'] })).result.total).toBe(1);
  expect((await call('queryInvoice', { mailState: ['FAILED'] })).result.total).toBe(0);
});

test('what is not issued is not e-mailed', async () => {
  const before = taken.length;
  const { id, version } = await application();
  await call('failInvoice', { id, version, reason: '抬头有误' });
  await send();
  expect(taken).toHaveLength(before);
  expect(await call('resendInvoice', { id })).toMatchObject({ code: 406, msg: '没有可重发的邮件' });
});

test('a server that is away is tried again after longer and longer, then it is given up', async () => {
  const { no } = await issued();
  answer = () => new Error('connect ECONNREFUSED');
  await send();
  expect(await shown(no)).toMatchObject({
    mail: { state: 'WAITING', attempts: 1, failure: { zh: '邮件服务器暂时没有接收' } },
  });
  const waits: number[] = [];
  for (let n = 2; n <= mostAttempts; n += 1) {
    const minutes = (Date.parse((await shown(no)).mail.dueAt) - api.clock.businessNow().getTime()) / 60_000;
    waits.push(Math.round(minutes));
    api.clock.advance((minutes - 0.5) * 60_000);
    await send();
    expect((await shown(no)).mail.attempts).toBe(n - 1);
    api.clock.advance(60_000);
    await send();
  }
  expect(waits).toEqual([2, 4, 8, 16, 32, ...Array(mostAttempts - 6).fill(60)]);
  expect(await shown(no)).toMatchObject({ mail: { state: 'FAILED', attempts: mostAttempts, sentAt: null } });
  answer = () => null;
  await send();
  expect((await shown(no)).mail.state).toBe('FAILED');
});

test('a server that is away is asked once a run, however many wait', async () => {
  const mails = [await issued(), await issued()];
  let asked = 0;
  answer = () => {
    asked += 1;
    return new Error('connect ETIMEDOUT');
  };
  await send();
  expect(asked).toBe(1);
  answer = () => null;
  api.clock.advance(3 * 60_000);
  await send();
  for (const { no } of mails) expect(await shown(no)).toMatchObject({ mail: { state: 'SENT' } });
});

test('one that was refused says why, and is sent again when somebody asks for it, as often as they do', async () => {
  const { id, no } = await issued();
  answer = () => new MailRefused({ zh: '对方拒收：550', en: 'The other side refused it: 550' });
  await send();
  expect(await shown(no)).toMatchObject({ mail: { state: 'FAILED', failure: { zh: '对方拒收：550' } } });
  answer = () => null;
  for (let n = 1; n <= 2; n += 1) {
    const before = taken.length;
    expect(await call('resendInvoice', { id })).toMatchObject({ code: 200 });
    expect(await shown(no)).toMatchObject({ mail: { state: 'WAITING' } });
    expect(await call('resendInvoice', { id })).toMatchObject({ code: 406 });
    await send();
    expect(taken.slice(before)).toHaveLength(1);
    expect(taken.at(-1)?.recipient).toBe(await addressOf(id));
    expect(await shown(no)).toMatchObject({ mail: { state: 'SENT', failure: null } });
  }
  const logged = await api.deps.database.prisma.operationLog.findMany({
    where: { action: 'resendInvoice', targetId: id, result: 'SUCCESS' },
  });
  expect(logged).toHaveLength(2);
  expect(JSON.stringify(logged)).not.toContain(await addressOf(id));
});

test('an e-mail and its invoice are there together or not at all', async () => {
  const { no: _, ...input } = await application();
  const before = await api.deps.database.prisma.mail.count({ where: { tenantId } });
  expect(await call('issueInvoice', { ...input, version: 9 })).toMatchObject({ code: 406 });
  expect(await api.deps.database.prisma.mail.count({ where: { tenantId } })).toBe(before);
});

test('two replicas that send at once send each e-mail once, to its own address', async () => {
  const mails = [await issued(), await issued(), await issued()];
  const before = taken.length;
  await Promise.all([send(), send()]);
  const recipients = await Promise.all(mails.map(({ id }) => addressOf(id)));
  expect(
    taken
      .slice(before)
      .map(({ recipient }) => recipient)
      .sort(),
  ).toEqual(recipients.sort());
});

test('what waits is not sent any more once its invoice is reversed', async () => {
  const { id, no, version } = await issued();
  const before = taken.length;
  expect(await call('reverseInvoice', { id, version: version + 1, reason: '抬头有误' })).toMatchObject({
    code: 200,
  });
  await send();
  expect(taken).toHaveLength(before);
  expect(await shown(no)).toMatchObject({ mail: { state: 'FAILED', failure: { zh: '发票已红冲' } } });
  expect(await call('resendInvoice', { id })).toMatchObject({ code: 406 });
});

test('of another tenant none is sent again', async () => {
  const { id, no } = await issued();
  await send();
  const stranger = await api.signIn('13800000004');
  expect((await api.call('invoice/resendInvoice', { id }, stranger)).body).toMatchObject({ code: 406 });
  expect(await shown(no)).toMatchObject({ mail: { state: 'SENT' } });
});
