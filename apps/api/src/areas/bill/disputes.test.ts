import { connect } from '@xyxlx/database/connect';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { refused, tried } from '../../../../../tests/support/tried-by-sql.ts';

let api: TestApi;
let owner: pg.Client;
/** Who issues and answers, their colleague who only answers, and who disputes and confirms. */
let issuer: string;
let colleague: string;
let other: string;
/** May do everything of a bill. */
let both: string;

beforeAll(async () => {
  api = await startTestApi();
  owner = await connect(api.databaseUrl);
  const of = async (name: string, ...permissions: string[]) =>
    (await operator(api, name, { permissions: ['bill.view', ...permissions] })).token;
  issuer = await of('出账人', 'bill.issue');
  colleague = await of('答复人', 'bill.issue', 'bill.confirm');
  other = await of('商户财务', 'bill.confirm');
  both = await of('全能', 'bill.issue', 'bill.confirm');
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

interface Bill {
  id: string;
  version: number;
  state: string;
  waitsFor: string | null;
}

const call = async (token: string, path: string, input: object) =>
  (await api.call(`bill/${path}`, input, token)).body;

async function done(token: string, path: string, input: object): Promise<Bill> {
  const body = await call(token, path, input);
  expect(body).toMatchObject({ code: 200 });
  return body.result;
}

const words = async (billId: string, token = issuer) =>
  (await call(token, 'queryBillMessage', { billId })).result.list.map(
    ({ side, text, author }: { side: string; text: string; author: string }) => [side, text, author],
  );

/** An issued bill of the seeds that nobody made, which somebody of the other side has just disputed. */
let taken = 0;
async function disputed(reason = '笔数不符'): Promise<Bill> {
  const page = {
    state: ['ISSUED'],
    kind: 'MERCHANT',
    pageSize: 100,
    sort: { field: 'period', order: 'desc' },
  };
  const { result } = await call(other, 'queryBill', page);
  // Each takes the next: those before are no longer issued, or issued again.
  const fresh = result.list.filter(({ version }: Bill) => version === 1);
  const bill: Bill = fresh[taken % 2] ?? fresh[0];
  taken += 1;
  return done(other, 'disputeBill', { id: bill.id, version: bill.version, reason });
}

const step = ({ id, version }: Bill) => ({ id, version });

describe('the thread of a dispute', () => {
  it('begins with the reason, goes on from side to side, says who and in which order, and ends with the bill issued again', async () => {
    let bill = await disputed('笔数不符');
    expect(bill).toMatchObject({ state: 'DISPUTED', waitsFor: 'ANSWER', messageCount: 1 });
    bill = await done(other, 'followUpBill', { ...step(bill), text: '另有一笔重复\n见附图' });
    expect(bill).toMatchObject({ state: 'DISPUTED', messageCount: 2 });
    bill = await done(issuer, 'answerBill', { ...step(bill), text: '重复的一笔已退' });
    expect(bill).toMatchObject({ state: 'ANSWERED', waitsFor: 'REISSUE' });
    bill = await done(other, 'followUpBill', { ...step(bill), text: '还差一笔' });
    expect(bill).toMatchObject({ state: 'DISPUTED', waitsFor: 'ANSWER' });
    bill = await done(colleague, 'answerBill', { ...step(bill), text: '在次月' });
    bill = await done(issuer, 'answerBill', { ...step(bill), text: '见次月第 3 笔' });
    expect(await words(bill.id)).toEqual([
      ['CLAIM', '笔数不符', '商户财务'],
      ['CLAIM', '另有一笔重复\n见附图', '商户财务'],
      ['ANSWER', '重复的一笔已退', '出账人'],
      ['CLAIM', '还差一笔', '商户财务'],
      ['ANSWER', '在次月', '答复人'],
      ['ANSWER', '见次月第 3 笔', '出账人'],
    ]);
    bill = await done(issuer, 'issueBill', step(bill));
    expect(bill).toMatchObject({ state: 'ISSUED', waitsFor: 'OTHERS', messageCount: 6 });
    const logged = await api.deps.database.prisma.operationLog.findMany({
      where: { targetId: bill.id, action: 'answerBill' },
      orderBy: { createdAt: 'asc' },
    });
    expect(logged.map(({ actorName, reason }) => [actorName, reason])).toEqual([
      ['出账人', '重复的一笔已退'],
      ['答复人', '在次月'],
      ['出账人', '见次月第 3 笔'],
    ]);
    await expectInvariants(api);
  });

  it('is not ended without an answer: the bill is issued again neither alone nor among many', async () => {
    const bill = await disputed();
    expect(await call(issuer, 'issueBill', step(bill))).toMatchObject({ code: 406 });
    expect((await call(issuer, 'issueBills', { ids: [bill.id] })).result).toMatchObject({
      done: 0,
      failed: 1,
      rows: [{ id: bill.id, ok: false }],
    });
    const { state } = await done(issuer, 'answerBill', { ...step(bill), text: '已核对' });
    expect(state).toBe('ANSWERED');
  });

  it('shows the checker of the bill that is issued again what was said', async () => {
    const bill = await disputed('少了一笔');
    const answered = await done(issuer, 'answerBill', { ...step(bill), text: '在次月' });
    await done(issuer, 'issueBill', step(answered));
    const about = { subjectType: 'billConfirmation', subjectId: bill.id };
    const approval = (await api.call('approval/getSubjectApproval', about, other)).body.result;
    const { parts } = (await api.call('approval/getMatter', { id: approval.id }, other)).body.result;
    const thread = parts.find(({ title }: { title?: { zh: string } }) => title?.zh === '异议往来');
    expect(thread.rows.map((row: ({ text?: string } | null)[]) => row.at(-1)?.text)).toEqual([
      '少了一笔',
      '在次月',
    ]);
  });

  it('is begun by a rejection at the desk of approvals as well', async () => {
    const { result } = await call(other, 'queryBill', {
      state: ['ISSUED'],
      waitsFor: ['CONFIRM'],
      pageSize: 1,
    });
    const about = { subjectType: 'billConfirmation', subjectId: result.list[0].id };
    const approval = (await api.call('approval/getSubjectApproval', about, other)).body.result;
    const { body } = await api.call('approval/reject', { id: approval.id, reason: '金额不符' }, other);
    expect(body.code).toBe(200);
    expect(await words(about.subjectId)).toEqual([['CLAIM', '金额不符', '商户财务']]);
  });
});

describe('the two sides of a dispute', () => {
  it('who wrote the dispute does not answer it, also with the permission', async () => {
    const page = { state: ['ISSUED'], waitsFor: ['CONFIRM'], kind: 'MERCHANT', pageSize: 1 };
    const [bill] = (await call(both, 'queryBill', page)).result.list;
    const mine = await done(both, 'disputeBill', { ...step(bill), reason: '笔数不符' });
    expect(mine).toMatchObject({ canAnswer: false, canFollowUp: true });
    expect(await call(both, 'answerBill', { ...step(mine), text: '已核对' })).toMatchObject({
      code: 406,
      msg: '提出异议的人不能答复',
    });
    const answered = await done(issuer, 'answerBill', { ...step(mine), text: '已核对' });
    expect(answered.state).toBe('ANSWERED');
  });

  it('who answered or issued the bill writes nothing against it, and who answered does not confirm it', async () => {
    const bill = await disputed();
    const answered = await done(colleague, 'answerBill', { ...step(bill), text: '已核对' });
    expect(answered).toMatchObject({ canAnswer: true, canFollowUp: false });
    const refusal = { code: 406, msg: '出账人与答复人不能提出异议' };
    expect(await call(colleague, 'followUpBill', { ...step(answered), text: '不对' })).toMatchObject(refusal);
    const again = await done(both, 'issueBill', step(answered));
    expect(await call(colleague, 'confirmBill', step(again))).toMatchObject({
      code: 406,
      msg: '经办人不能审批自己提交的事项',
    });
    const back = await done(other, 'disputeBill', { ...step(again), reason: '仍不符' });
    expect(await call(both, 'followUpBill', { ...step(back), text: '不对' })).toMatchObject(refusal);
  });

  it('a reader of the thread sees the bill: of another company nobody reads a word', async () => {
    const bill = await disputed();
    const { token } = await operator(api, '别处', { permissions: ['bill.view'], dataScope: 'MERCHANTS' });
    expect(await call(token, 'queryBillMessage', { billId: bill.id })).toMatchObject({
      code: 406,
      msg: '记录不存在',
    });
  });
});

describe('the database', () => {
  it('refuses a dispute without a word, an answer nobody gave, and what leaves a dispute without one', async () => {
    const { id } = await disputed();
    const become = (state: string, of = id): [string, unknown[]] => [
      'UPDATE bills SET state = $2 WHERE id = $1',
      [of, state],
    ];
    for (const state of ['ISSUED', 'ANSWERED', 'CONFIRMED']) {
      await refused(owner, /refuse_unanswered_bill/, become(state));
    }
    const { rows } = await owner.query(`SELECT id FROM bills WHERE state = 'SETTLED' LIMIT 1`);
    await refused(owner, /refuse_unanswered_bill/, become('DISPUTED', rows[0].id));
    await refused(owner, /refuse_unanswered_bill/, become('ANSWERED', rows[0].id));
    await refused(owner, /refuse_unanswered_bill/, say(id, 'ANSWER'));
    await tried(owner, say(id, 'ANSWER'), become('ANSWERED'));
  });

  it('refuses a word out of its order, one of the other side by the same person, and a change of what was said', async () => {
    const { id } = await disputed();
    await refused(owner, /refuse_both_sides: word 9/, say(id, 'CLAIM', 9));
    await refused(owner, /refuse_both_sides: nobody/, [
      `INSERT INTO bill_messages (tenant_id, bill_id, seq, side, text, author_id, author_name, created_at)
       SELECT tenant_id, bill_id, seq + 1, 'ANSWER', 'x', author_id, author_name, created_at FROM bill_messages WHERE bill_id = $1`,
      [id],
    ]);
    for (const text of [`UPDATE bill_messages SET text = 'x'`, 'DELETE FROM bill_messages']) {
      await expect(owner.query(`${text} WHERE bill_id = $1`, [id])).rejects.toThrow(/refuse_change|append/);
      await expect(
        api.deps.database.pool.query(`${text} WHERE tenant_id IS NOT NULL AND bill_id = $1`, [id]),
      ).rejects.toThrow(/permission denied/);
    }
  });
});

/** A word into a thread, past the service. */
function say(billId: string, side: string, seq?: number): [string, unknown[]] {
  return [
    `INSERT INTO bill_messages (tenant_id, bill_id, seq, side, text, author_name, created_at)
     SELECT b.tenant_id, b.id, coalesce($3, (SELECT max(m.seq) + 1 FROM bill_messages m WHERE m.bill_id = b.id), 1), $2, 'x', 'x', now()
     FROM bills b WHERE b.id = $1`,
    [billId, side, seq ?? null],
  ];
}
