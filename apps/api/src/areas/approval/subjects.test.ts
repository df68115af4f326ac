import { companyId } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { listenLive } from '../../../../../tests/support/live-client.ts';
import { registerMerchant } from '../../../../../tests/support/merchants.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

type Person = Awaited<ReturnType<typeof operator>>;

let api: TestApi;
let registrar: Person;
let editor: Person;
let checker: Person;
let local: Person;
beforeAll(async () => {
  api = await startTestApi();
  const makes = ['merchant.view', 'merchant.edit', 'merchant.approve'];
  registrar = await operator(api, '登记人', { permissions: makes });
  editor = await operator(api, '修改人', { permissions: makes });
  checker = await operator(api, '审核人', { permissions: ['merchant.view', 'merchant.approve'] });
  local = await operator(api, '外省审核人', {
    permissions: ['merchant.view', 'merchant.approve'],
    dataScope: 'COMPANY_TREE',
    companyId: companyId('A', 1),
  });
});
afterAll(() => api.close());

const as = (person: Person) => async (path: string, input: object) =>
  (await api.call(path, input, person.token)).body;
const approvalOf = async (id: string, person: Person, subjectType = 'merchantRegistration') =>
  (await as(person)('approval/getSubjectApproval', { subjectType, subjectId: id })).result;
const stateOf = async (id: string) =>
  (await api.deps.database.prisma.merchant.findFirstOrThrow({ where: { id } })).state;

describe('a merchant is a subject of the mechanism', () => {
  test('its own endpoints and the approvals are one path: what one decides the other finds 已被处理', async () => {
    const { id, version } = await registerMerchant(api, registrar.token);
    const waiting = await approvalOf(id, checker);
    expect(waiting).toMatchObject({ state: 'PENDING', canDecide: true, maker: { name: '登记人' } });
    expect(waiting.mayDecide.map(({ name }: { name: string }) => name)).toContain('审核人');
    expect((await as(registrar)('merchant/approveMerchant', { id, version })).msg).toBe(
      '经办人不能审批自己提交的事项',
    );
    const approved = await as(checker)('merchant/approveMerchant', { id, version });
    expect(approved).toMatchObject({ code: 200, result: { id, state: 'ACTIVE', version: version + 1 } });
    expect(await as(editor)('approval/approve', { id: waiting.id })).toMatchObject({
      code: 406,
      msg: '已被处理',
    });
    expect(await as(editor)('merchant/rejectMerchant', { id, version, reason: '迟' })).toMatchObject({
      code: 406,
      msg: '已被处理',
    });
    expect(
      (await approvalOf(id, registrar)).history.map((event: { action: string }) => event.action),
    ).toEqual(['SUBMIT', 'APPROVE']);
  });

  test('an edit while it waits hands it in anew: nobody approves what has changed since they looked', async () => {
    const { id, version, form } = await registerMerchant(api, registrar.token);
    const seen = await approvalOf(id, checker);
    const edited = await as(editor)('merchant/editMerchant', { ...form, id, version, name: '改过的商户' });
    expect(edited.result.state).toBe('PENDING');
    expect((await as(checker)('approval/approve', { id: seen.id })).msg).toBe('已被处理');
    expect((await as(checker)('merchant/approveMerchant', { id, version })).msg).toContain('已被他人修改');
    // Both have a hand in what waits now.
    for (const person of [registrar, editor]) {
      expect((await as(person)('merchant/approveMerchant', { id, version: version + 1 })).msg).toBe(
        '经办人不能审批自己提交的事项',
      );
    }
    expect((await as(checker)('merchant/approveMerchant', { id, version: version + 1 })).code).toBe(200);
  });

  test('驳回 needs a reason, and an edit hands it in again with its history', async () => {
    const { id, version, form } = await registerMerchant(api, registrar.token);
    expect((await as(checker)('merchant/rejectMerchant', { id, version })).code).toBe(400);
    const rejected = await as(checker)('merchant/rejectMerchant', { id, version, reason: '资料不全' });
    expect(rejected.result).toMatchObject({ state: 'REJECTED', stateReason: '资料不全' });
    const again = await as(registrar)('merchant/editMerchant', { ...form, id, version: version + 1 });
    expect(again.result).toMatchObject({ state: 'PENDING', stateReason: null });
    const { history } = await approvalOf(id, registrar);
    expect(history.map(({ action, reason }: Record<string, string>) => [action, reason])).toEqual([
      ['SUBMIT', null],
      ['REJECT', '资料不全'],
      ['SUBMIT', null],
    ]);
  });

  test('whoever does not see it neither decides it, nor is told of it', async () => {
    const there = await registerMerchant(api, registrar.token, { companyId: companyId('A', 1) });
    const elsewhere = await registerMerchant(api, registrar.token, { companyId: companyId('A', 2) });
    expect((await approvalOf(there.id, local)).canDecide).toBe(true);
    expect(await approvalOf(elsewhere.id, local)).toBeNull();
    const names = async (id: string) =>
      (await approvalOf(id, registrar)).mayDecide.map(({ name }: { name: string }) => name);
    expect(await names(there.id)).toContain('外省审核人');
    expect(await names(elsewhere.id)).not.toContain('外省审核人');
    const { list } = (await as(local)('notification/queryNotification', { pageSize: 200 })).result;
    expect(list.map(({ link }: { link: string }) => link)).toEqual([`/layout/merchant?open=${there.id}`]);
    const { version } = elsewhere;
    expect((await as(local)('merchant/approveMerchant', { id: elsewhere.id, version })).msg).toBe(
      '记录不存在',
    );
    expect(await stateOf(elsewhere.id)).toBe('PENDING');
  });
});

describe('to-dos', () => {
  test('what home counts as 待审批 is what the list behind it shows, to each person', async () => {
    await registerMerchant(api, registrar.token);
    const people = [registrar.token, editor.token, checker.token, local.token];
    for (const mobile of ['13800000001', '13800000002', '13800000003', '13800000004', '13800000008']) {
      people.push(await api.signIn(mobile));
    }
    const totals: number[] = [];
    for (const token of people) {
      const { total, byType } = (await api.call('approval/todoCount', {}, token)).body.result;
      let listed = 0;
      for (const { subjectType, count } of byType) {
        const page = (await api.call('approval/queryTodo', { subjectType, pageSize: 200 }, token)).body
          .result;
        expect([subjectType, page.total, page.list.length]).toEqual([subjectType, count, count]);
        expect(page.list.every(({ canDecide }: { canDecide: boolean }) => canDecide)).toBe(true);
        listed += count;
      }
      expect(listed).toBe(total);
      totals.push(total);
    }
    // Nobody is shown what they handed in themselves; a reader has nothing to decide.
    expect(totals[0]).toBeLessThan(totals[2] as number);
    expect(totals.at(-1)).toBe(0);
  });
});

describe('notifications over the live channel', () => {
  test('submit: the checker’s socket gets it; approve: the maker’s; and nobody else’s', async () => {
    const replica = await api.replica();
    const [theirs, mine, others] = await Promise.all([
      listenLive(replica, checker.token),
      listenLive(api, registrar.token),
      listenLive(replica, local.token),
    ]);
    const { id, version, form } = await registerMerchant(api, registrar.token);
    const told = (kind: string, title: string) => ({
      type: 'notification',
      notification: expect.objectContaining({
        kind,
        link: `/layout/merchant?open=${id}`,
        title: expect.objectContaining({ zh: expect.stringContaining(title) }),
      }),
    });
    await theirs.heard(told('approval.pending', `${form.name}（登记人提交）`));
    await as(checker)('merchant/approveMerchant', { id, version });
    await mine.heard(told('approval.approve', `${form.name} 已通过`));
    await others.send({ type: 'ping', id: 'x' });
    await others.heard({ type: 'pong' });
    expect(others.events.filter(({ type }) => type === 'notification')).toEqual([]);
    expect(mine.events).not.toContainEqual(told('approval.pending', form.name));
    for (const channel of [theirs, mine, others]) channel.close();
    await replica.close();
  });
});

describe('bills', () => {
  test('issued by one, disputed with a reason and confirmed by another; a ceiling below the bill says who can', async () => {
    const permissions = ['bill.view', 'bill.confirm'];
    const issuer = await operator(api, '出账人', { permissions: [...permissions, 'bill.issue'] });
    const low = await operator(api, '小额复核', { permissions, amountCeiling: 1 });
    const answered = (await as(issuer)('bill/queryBill', { state: ['ANSWERED'] })).result.list.find(
      ({ closingBalance }: { closingBalance: number }) => closingBalance > 1,
    );
    const { id } = answered;
    const issued = (await as(issuer)('bill/issueBill', { id, version: answered.version })).result;
    expect(issued.state).toBe('ISSUED');
    const step = { id, version: issued.version };
    expect((await as(issuer)('bill/confirmBill', step)).msg).toBe('经办人不能审批自己提交的事项');
    const refused = await as(low)('bill/confirmBill', step);
    expect(refused.msg).toMatch(/^金额超出您的权限上限 0\.01 元，可由 .*审批$/);
    expect(refused.msg).not.toContain('出账人');
    const checks = await operator(api, '账单复核', { permissions });
    expect((await as(checks)('bill/disputeBill', { ...step, reason: '手续费有疑问' })).result).toMatchObject({
      state: 'DISPUTED',
    });
    const said = { id, version: issued.version + 1, text: '按合同第 4 条' };
    const { version } = (await as(issuer)('bill/answerBill', said)).result;
    const again = (await as(issuer)('bill/issueBill', { id, version })).result;
    const confirmed = await as(checks)('bill/confirmBill', { id, version: again.version });
    expect(confirmed.result).toMatchObject({ state: 'CONFIRMED', confirmedBy: '账单复核' });
    const confirmation = await approvalOf(id, issuer, 'billConfirmation');
    expect(confirmation.history).toHaveLength(4);
    expect(confirmation.link).toContain(`open=${id}`);
  });
});

describe('thresholds', () => {
  test('a change waits for somebody else, and holds from then on', async () => {
    const admin = await operator(api, '设置人', { permissions: ['approval.edit', 'approval.approve'] });
    const other = await operator(api, '设置复核', { permissions: ['approval.approve'] });
    const present = async () =>
      (await as(admin)('approval/queryRule', {})).result.find(
        ({ subjectType }: { subjectType: string }) => subjectType === 'limitBatch',
      ).threshold;
    const before = await present();
    expect(before).toMatchObject({
      amount: 5_000_000,
      dayAmount: 5_000_000,
      count: 500,
      dayCount: 500,
      proposed: null,
      version: 0,
    });
    const wish = {
      subjectType: 'limitBatch',
      version: 0,
      amount: 100,
      dayAmount: 200,
      count: 1,
      dayCount: 2,
      reason: '收紧',
    };
    expect((await as(admin)('approval/editThreshold', wish)).code).toBe(200);
    expect(await present()).toMatchObject({
      amount: 5_000_000,
      proposed: { amount: 100, dayAmount: 200, count: 1, dayCount: 2 },
    });
    expect((await as(admin)('approval/editThreshold', wish)).msg).toContain('已被他人修改');
    const [row] = (await as(other)('approval/queryTodo', { subjectType: 'approvalThreshold' })).result.list;
    expect((await as(admin)('approval/approve', { id: row.id })).code).toBe(406);
    expect((await as(other)('approval/approve', { id: row.id })).code).toBe(200);
    expect(await present()).toMatchObject({
      amount: 100,
      dayAmount: 200,
      count: 1,
      dayCount: 2,
      proposed: null,
    });
    expect(
      (await as(admin)('approval/editThreshold', { ...wish, subjectType: 'merchantRegistration' })).msg,
    ).toBe('记录不存在');
  });
});

describe('what must always hold', () => {
  test('maker ≠ checker on everything approved, and whatever waits is watched', async () => {
    await expectInvariants(api);
    const { prisma } = api.deps.database;
    const { id } = await prisma.merchant.findFirstOrThrow({ where: { state: 'DISABLED' } });
    await prisma.merchant.updateMany({ where: { id }, data: { state: 'PENDING' } });
    const { list } = (await api.call('dev/invariants')).body.result;
    expect(list.find(({ name }: { name: string }) => name === 'whatWaitsIsWatched')).toMatchObject({
      ok: false,
      examples: [`商户登记 ${id}`],
    });
  });
});
