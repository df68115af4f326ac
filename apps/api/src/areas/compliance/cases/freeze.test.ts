import { connect } from '@xyxlx/database/connect';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CardHolder, cardHolder, cardProduct, madeCard } from '../../../../../../tests/support/cards.ts';
import { auditor, type CaseDesk, openCaseDesk } from '../../../../../../tests/support/case-desk.ts';
import { eventually } from '../../../../../../tests/support/eventually.ts';
import { expectInvariants } from '../../../../../../tests/support/invariants.ts';
import { operator } from '../../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../../tests/support/test-api.ts';
import { sql } from '../../../platform/db/sql.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { stepCards, toState } from '../../card/step-cards.ts';
import { byItself } from './step-cases.ts';

let api: TestApi;
let desk: CaseDesk;
let holder: CardHolder;
let staff: string;
const reason = '疑似套现，先行冻结';

beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  desk = await openCaseDesk(api);
  holder = await cardHolder(api, desk.tenantId);
  const permissions = ['employee.view', 'employee.edit', 'card.view', 'card.edit', 'card.freeze'];
  staff = (await operator(api, '运营', { permissions })).token;
});
afterAll(() => api.close());

const employee = (id: string) =>
  api.deps.database.prisma.employee.findUniqueOrThrow({
    where: { tenantId_id: { tenantId: desk.tenantId, id } },
  });
const card = (id: string) =>
  api.deps.database.prisma.card.findUniqueOrThrow({
    where: { tenantId_id: { tenantId: desk.tenantId, id } },
  });
const newCard = async (change: object = {}) =>
  madeCard(api, { ...holder, productId: await cardProduct(api, desk.tenantId), state: 'ACTIVE', ...change });

/** A holder of their own at the unit of the others. */
const newHolder = async (): Promise<CardHolder> => ({
  ...holder,
  employeeId: await desk.employee({ merchantId: holder.merchantId }),
});
/** Freezes or unfreezes a card, past who may. */
const step = (id: string, action: 'FREEZE' | 'UNFREEZE', side: 'HOLDER' | 'OPERATOR', words: string) =>
  inTransaction(api.deps.database, (tx) =>
    stepCards(tx, byItself(api.deps.clock.businessNow()), [{ tenantId: desk.tenantId, id }], {
      ...{ action, side, reason: words, to: toState(action === 'FREEZE' ? 'FROZEN' : 'ACTIVE') },
      columns: sql`frozen_by = ${action === 'FREEZE' ? side : null}, state_reason = ${words}`,
    }),
  );
/** An act of staff with a card that is done. */
async function act(action: string, id: string) {
  const { body } = await api.call(`card/${action}`, { ids: [id], reason: '客户来电' }, staff);
  expect(body.result.rows).toEqual([expect.objectContaining({ ok: true })]);
}

/** An unfreezing that is asked for and approved. */
async function lift(id: string) {
  const { approvalId } = await desk.done('unfreezeSubject', { id, reason: '已排除嫌疑' });
  return (await api.call('approval/approve', { id: approvalId }, desk.head.token)).body;
}

describe('an employee', () => {
  test('is frozen at once; staff can’t lift it, two of compliance can', async () => {
    const { id, subject } = await desk.newCase();
    const frozen = await desk.done('freezeSubject', { id, reason });
    expect(frozen.profile.isFrozen).toBe(true);
    expect(await employee(subject.id)).toMatchObject({
      state: 'FROZEN',
      frozenBy: 'COMPLIANCE',
      stateReason: null,
    });
    expect(await desk.call('freezeSubject', { id, reason })).toMatchObject({ code: 406, msg: '已冻结' });
    const { body } = await api.call(
      'employee/unfreezeEmployee',
      { ids: [subject.id], reason: '返岗' },
      staff,
    );
    expect(body.result.rows).toEqual([expect.objectContaining({ ok: false, message: '员工已由合规冻结' })]);
    const asked = await desk.done('unfreezeSubject', { id, reason: '已排除嫌疑' });
    expect(asked.profile).toMatchObject({ isFrozen: true, unfreezeWaits: true });
    expect((await desk.call('unfreezeSubject', { id, reason: '再次' })).msg).toBe('已提交审批，请勿重复提交');
    const own = await api.call('approval/approve', { id: asked.approvalId }, desk.analyst.token);
    expect(own.body.code).toBe(406);
    expect((await api.call('approval/approve', { id: asked.approvalId }, desk.head.token)).body.code).toBe(
      200,
    );
    expect(await employee(subject.id)).toMatchObject({ state: 'ACTIVE', frozenBy: null });
    expect(await desk.call('unfreezeSubject', { id, reason })).toMatchObject({
      code: 406,
      msg: '该主体未被合规冻结',
    });
  });

  test('whom staff froze compliance takes over; who is not there yet, or has left, is not frozen', async () => {
    const { id, subject } = await desk.newCase({
      subjectId: await desk.employee({ state: 'FROZEN', stateReason: '休假' }),
    });
    await desk.done('freezeSubject', { id, reason });
    expect(await employee(subject.id)).toMatchObject({ state: 'FROZEN', frozenBy: 'COMPLIANCE' });
    for (const [change, words] of [
      [{ state: 'PENDING' }, '当前状态为待激活，不能冻结'],
      [{ state: 'LEFT', leftOn: new Date('2026-11-01') }, '当前状态为离职，不能冻结'],
    ] as const) {
      const row = await desk.newCase({ subjectId: await desk.employee(change) });
      expect(await desk.call('freezeSubject', { id: row.id, reason })).toMatchObject({
        code: 406,
        msg: words,
      });
    }
  });

  test('whom staff had frozen is so again once compliance lets go', async () => {
    const { id, subject } = await desk.newCase({
      subjectId: await desk.employee({ state: 'FROZEN', stateReason: '休假' }),
    });
    await desk.done('freezeSubject', { id, reason });
    expect(await employee(subject.id)).toMatchObject({ frozenBy: 'COMPLIANCE', stateReason: null });
    expect((await lift(id)).code).toBe(200);
    expect(await employee(subject.id)).toMatchObject({
      ...{ state: 'FROZEN', frozenBy: null, stateReason: '休假' },
    });
    await api.call('employee/unfreezeEmployee', { ids: [subject.id], reason: '返岗' }, staff);
    await desk.done('freezeSubject', { id, reason });
    expect((await lift(id)).code).toBe(200);
    expect(await employee(subject.id)).toMatchObject({ state: 'ACTIVE', frozenBy: null, stateReason: null });
  });

  test('who left meanwhile has left, and nothing of compliance holds them', async () => {
    const { id, subject } = await desk.newCase();
    await desk.done('freezeSubject', { id, reason });
    await api.call('employee/leaveEmployee', { ids: [subject.id], reason: '个人原因' }, staff);
    expect(await employee(subject.id)).toMatchObject({ state: 'LEFT', frozenBy: 'COMPLIANCE' });
    expect((await lift(id)).code).toBe(200);
    expect(await employee(subject.id)).toMatchObject({
      ...{ state: 'LEFT', frozenBy: null, stateReason: '个人原因' },
    });
  });

  test('what of it others see says neither why nor who', async () => {
    const { id, subject } = await desk.newCase();
    await desk.done('freezeSubject', { id, reason });
    const { body } = await api.call('employee/getEmployee', { id: subject.id }, staff);
    expect(JSON.stringify(body)).not.toMatch(/套现|分析员|合规/);
  });
});

describe('a card', () => {
  test('is frozen at once by the side of compliance; nobody else lifts it', async () => {
    const cardId = await newCard();
    const { id } = await desk.newCase({ subjectType: 'CARD', subjectId: cardId });
    await desk.done('freezeSubject', { id, reason });
    expect(await card(cardId)).toMatchObject({ state: 'FROZEN', frozenBy: 'COMPLIANCE', stateReason: '' });
    const { body } = await api.call('card/unfreezeCard', { ids: [cardId], reason: '客户要求' }, staff);
    expect(body.result.rows).toEqual([expect.objectContaining({ ok: false, message: '卡已由合规冻结' })]);
    expect((await lift(id)).code).toBe(200);
    expect(await card(cardId)).toMatchObject({ state: 'ACTIVE', frozenBy: null });
    const steps = await api.deps.database.prisma.cardEvent.findMany({
      where: { cardId },
      orderBy: { seq: 'asc' },
    });
    expect(
      steps.slice(-2).map(({ action, side, reason: why, createdBy }) => [action, side, why, createdBy]),
    ).toEqual([
      ['FREEZE', 'COMPLIANCE', '', '系统'],
      ['UNFREEZE', 'COMPLIANCE', '', '系统'],
    ]);
  });

  test('that its holder had frozen is theirs again, with their words; staff’s too', async () => {
    for (const [side, words] of [
      ['HOLDER', '卡忘在家里'],
      ['OPERATOR', '客户来电'],
    ] as const) {
      const cardId = await newCard();
      await step(cardId, 'FREEZE', side, words);
      const { id } = await desk.newCase({ subjectType: 'CARD', subjectId: cardId });
      for (let round = 0; round < 2; round++) {
        await desk.done('freezeSubject', { id, reason });
        expect(await card(cardId)).toMatchObject({ frozenBy: 'COMPLIANCE', stateReason: '' });
        expect((await lift(id)).code).toBe(200);
        expect(await card(cardId)).toMatchObject({ state: 'FROZEN', frozenBy: side, stateReason: words });
      }
    }
  });

  test('whose former freeze was lifted before compliance came is live again', async () => {
    const cardId = await newCard();
    await step(cardId, 'FREEZE', 'OPERATOR', '客户来电');
    await step(cardId, 'UNFREEZE', 'OPERATOR', '客户来电');
    const { id } = await desk.newCase({ subjectType: 'CARD', subjectId: cardId });
    await desk.done('freezeSubject', { id, reason });
    await lift(id);
    expect(await card(cardId)).toMatchObject({ state: 'ACTIVE', frozenBy: null });
  });

  test('reported lost while compliance holds it stays lost; what is found again is live', async () => {
    const cardId = await newCard();
    const { id } = await desk.newCase({ subjectType: 'CARD', subjectId: cardId });
    await desk.done('freezeSubject', { id, reason });
    await act('reportLossCard', cardId);
    expect((await lift(id)).code).toBe(200);
    expect(await card(cardId)).toMatchObject({ state: 'LOST', stateBefore: 'ACTIVE', frozenBy: null });
    await act('cancelLossCard', cardId);
    expect(await card(cardId)).toMatchObject({ state: 'ACTIVE', frozenBy: null });
  });

  test('reported lost, whose holder left, is frozen for good once it is found', async () => {
    const own = await newHolder();
    const cardId = await newCard(own);
    const { id } = await desk.newCase({ subjectType: 'CARD', subjectId: cardId });
    await desk.done('freezeSubject', { id, reason });
    await act('reportLossCard', cardId);
    await api.call('employee/leaveEmployee', { ids: [own.employeeId], reason: '离职' }, staff);
    expect((await lift(id)).code).toBe(200);
    expect(await card(cardId)).toMatchObject({ state: 'LOST', stateBefore: 'FROZEN', frozenBy: 'LEFT' });
  });

  test('that expired meanwhile stays expired', async () => {
    const cardId = await newCard({ naming: 'ANONYMOUS' });
    const { id } = await desk.newCase({ subjectType: 'CARD', subjectId: cardId });
    await desk.done('freezeSubject', { id, reason });
    await inTransaction(api.deps.database, (tx) =>
      stepCards(tx, byItself(api.deps.clock.businessNow()), [{ tenantId: desk.tenantId, id: cardId }], {
        ...{ action: 'EXPIRE', to: toState('EXPIRED'), side: 'SERVICE', reason: '' },
        columns: sql`expires_at = ${new Date('2026-01-01')}::timestamptz`,
      }),
    );
    expect((await lift(id)).code).toBe(200);
    expect(await card(cardId)).toMatchObject({ state: 'EXPIRED', frozenBy: null });
  });

  test('whose holder had left before compliance froze it stays theirs who left', async () => {
    const own = await newHolder();
    const cardId = await newCard(own);
    await api.call('employee/leaveEmployee', { ids: [own.employeeId], reason: '离职' }, staff);
    expect(await card(cardId)).toMatchObject({ state: 'FROZEN', frozenBy: 'LEFT' });
    const { id } = await desk.newCase({ subjectType: 'CARD', subjectId: cardId });
    await desk.done('freezeSubject', { id, reason });
    expect((await lift(id)).code).toBe(200);
    expect(await card(cardId)).toMatchObject({ state: 'FROZEN', frozenBy: 'LEFT' });
  });

  test('is not let go while its holder is leaving: whoever lifts it waits, and finds that they left', async () => {
    const own = await newHolder();
    const cardId = await newCard(own);
    const { id } = await desk.newCase({ subjectType: 'CARD', subjectId: cardId });
    await desk.done('freezeSubject', { id, reason });
    const leaving = await connect(api.databaseUrl);
    await leaving.query('BEGIN');
    await leaving.query(`UPDATE employees SET state = 'LEFT', left_on = '2026-11-01' WHERE id = $1`, [
      own.employeeId,
    ]);
    const lifted = lift(id);
    const { rows } = await leaving.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const watching = await connect(api.databaseUrl);
    await eventually(async () => {
      const waiting = 'SELECT FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))';
      expect((await watching.query(waiting, [rows[0]?.pid])).rowCount).toBe(1);
    });
    await leaving.query('COMMIT');
    expect((await lifted).code).toBe(200);
    expect(await card(cardId)).toMatchObject({ state: 'FROZEN', frozenBy: 'LEFT' });
    await Promise.all([leaving.end(), watching.end()]);
  });

  test('of a holder who left meanwhile stays frozen, as those of all who left are', async () => {
    const own = await newHolder();
    const cardId = await newCard(own);
    const { id } = await desk.newCase({ subjectType: 'CARD', subjectId: cardId });
    await desk.done('freezeSubject', { id, reason });
    await api.call('employee/leaveEmployee', { ids: [own.employeeId], reason: '离职' }, staff);
    expect(await card(cardId)).toMatchObject({ state: 'FROZEN', frozenBy: 'COMPLIANCE' });
    expect((await lift(id)).code).toBe(200);
    expect(await card(cardId)).toMatchObject({ state: 'FROZEN', frozenBy: 'LEFT' });
  });

  test('that can’t be used anyway is not frozen', async () => {
    const { id } = await desk.newCase({
      subjectType: 'CARD',
      subjectId: await newCard({ state: 'PENDING' }),
    });
    expect((await desk.call('freezeSubject', { id, reason })).msg).toContain('不能冻结');
  });
});

test('a merchant is not frozen', async () => {
  const { id } = await desk.newCase({ subjectType: 'PAYEE', subjectId: desk.merchantId });
  expect(await desk.call('freezeSubject', { id, reason })).toMatchObject({
    code: 406,
    msg: '只有员工和预付卡可以冻结',
  });
  expect(await desk.call('unfreezeSubject', { id, reason })).toMatchObject({
    code: 406,
    msg: '该主体未被合规冻结',
  });
});

test('what must always be true is, and whoever may not work cases freezes nobody', async () => {
  const viewer = await operator(api, '旁观', {
    permissions: auditor.permissions.filter((one) => one !== 'compliance.audit'),
  });
  const { id } = await desk.newCase();
  expect((await desk.call('freezeSubject', { id, reason }, viewer)).code).toBe(406);
  await expectInvariants(api);
});
