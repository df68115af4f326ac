import type { Merchant } from '@xyxlx/database/client/client';
import { connect } from '@xyxlx/database/connect';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

let api: TestApi;
let maker: string;
let checker: string;
let merchants: Merchant[];

beforeAll(async () => {
  api = await startTestApi();
  maker = (
    await operator(api, '经办人', { permissions: ['merchant.view', 'merchant.edit', 'merchant.approve'] })
  ).token;
  checker = (
    await operator(api, '复核人', { permissions: ['merchant.view', 'merchant.edit', 'merchant.approve'] })
  ).token;
  const { tenantId } = await api.deps.sessions.authenticate(maker);
  merchants = await api.deps.database.prisma.merchant.findMany({
    where: { tenantId, state: 'ACTIVE' },
    orderBy: { merchantNo: 'asc' },
  });
});
afterAll(() => api.close());

const present = (id: string) => api.deps.database.prisma.merchant.findFirstOrThrow({ where: { id } });
const live = (n: number) => present((merchants[n] as Merchant).id);

/** Edits a merchant as its form does; `change` is what was typed anew. */
async function edit(row: Merchant, change: object, token = maker) {
  const { id, version, name, shortName, creditCode, contactName, mcc, region, settlementBank } = row;
  const { companyId, brandId, platformId } = row;
  const kept = {
    name,
    shortName,
    creditCode,
    contactName,
    mcc,
    region,
    settlementBank,
    companyId,
    brandId,
    platformId,
  };
  return (await api.call('merchant/editMerchant', { id, version, ...kept, ...change }, token)).body;
}
const call = async (path: string, input: object, token: string) => (await api.call(path, input, token)).body;
const waiting = async (subjectId: string, token = checker) =>
  (await call('approval/getSubjectApproval', { subjectType: 'merchantChange', subjectId }, token)).result;
const ofApproval = (id: string) => ({ id });

describe('what of a live merchant only a checker changes', () => {
  it('settlement account, bank and credit code keep their old values until somebody else approves; the rest changes at once', async () => {
    const before = await live(0);
    const change = {
      settlementAccount: '6222999900001111',
      settlementBank: '浦发银行',
      region: '上海市静安区',
      reason: '换开户行',
    };
    expect(await edit(before, change)).toMatchObject({ code: 200 });
    const kept = await present(before.id);
    expect(kept).toMatchObject({
      settlementAccount: before.settlementAccount,
      settlementBank: before.settlementBank,
      creditCode: before.creditCode,
      region: '上海市静安区',
    });

    const approval = await waiting(before.id);
    expect(approval).toMatchObject({
      state: 'PENDING',
      canDecide: true,
      canReveal: true,
      reason: '换开户行',
    });
    expect(approval.changes).toEqual([
      expect.objectContaining({ field: 'settlementBank', before: before.settlementBank, after: '浦发银行' }),
      expect.objectContaining({
        field: 'settlementAccount',
        before: `**** ${before.settlementAccount.slice(-4)}`,
        after: '**** 1111',
      }),
    ]);
    expect((await call('approval/approve', ofApproval(approval.id), maker)).msg).toBe(
      '经办人不能审批自己提交的事项',
    );
    expect((await present(before.id)).settlementAccount).toBe(before.settlementAccount);
    expect((await call('approval/approve', ofApproval(approval.id), checker)).code).toBe(200);
    expect(await present(before.id)).toMatchObject({
      settlementAccount: '6222999900001111',
      settlementBank: '浦发银行',
      version: kept.version + 1,
    });
    const log = await api.deps.database.prisma.operationLog.findFirstOrThrow({
      where: { targetId: before.id, action: 'editMerchant' },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    });
    expect(log.after).toEqual({ settlementBank: '浦发银行', settlementAccount: '**** 1111' });
    // What was approved stays to be read, masked.
    expect((await waiting(before.id)).changes).toHaveLength(2);
    await expectInvariants(api);
  });

  it.each(['reject', 'withdraw'] as const)(
    'a change that ends in %s leaves the record as it was',
    async (end) => {
      const before = await live(1);
      expect(await edit(before, { settlementAccount: '6222999900002222' })).toMatchObject({ code: 200 });
      const kept = await present(before.id);
      const { id } = await waiting(before.id);
      const ended = await call(`approval/${end}`, { id, reason: '不符' }, end === 'reject' ? checker : maker);
      expect(ended.code).toBe(200);
      expect(await present(before.id)).toEqual(kept);
      expect(kept.settlementAccount).toBe(before.settlementAccount);
      expect((await call('approval/approve', ofApproval(id), checker)).msg).toBe('已被处理');
      expect((await present(before.id)).settlementAccount).toBe(before.settlementAccount);
    },
  );

  it('one change waits at a time; while it does, the other fields still change at once', async () => {
    const row = await live(2);
    expect((await edit(row, { settlementAccount: '6222999900003333' })).code).toBe(200);
    const next = await present(row.id);
    const second = await edit(next, { settlementBank: '另一银行', region: '不应写入' });
    expect(second).toMatchObject({ code: 406 });
    expect(await present(row.id)).toEqual(next);
    expect((await edit(next, { region: '北京市海淀区' })).code).toBe(200);
    expect((await present(row.id)).region).toBe('北京市海淀区');
    expect((await waiting(row.id)).state).toBe('PENDING');
    const { id, version } = await present(row.id);
    await call('merchant/disableMerchant', { ids: [id], reason: '停用' }, maker);
    const closed = await call('merchant/closeMerchant', { id, version: version + 1, reason: '注销' }, maker);
    expect(closed.code).toBe(406);
    expect((await present(id)).state).toBe('DISABLED');
  });

  it('disabling a merchant first is no way around: nor is the database, whoever writes', async () => {
    const row = await live(3);
    await call('merchant/disableMerchant', { ids: [row.id], reason: '停用' }, maker);
    const disabled = await present(row.id);
    expect((await edit(disabled, { settlementAccount: '6222999900004444' })).code).toBe(200);
    expect((await present(row.id)).settlementAccount).toBe(row.settlementAccount);
    const { prisma } = api.deps.database;
    for (const data of [
      { settlementAccount: '6222999900004444' },
      { settlementBank: '别的银行' },
      { creditCode: '91310115MA1K4F3B2X' },
      { companyId: null },
    ]) {
      await expect(prisma.merchant.updateMany({ where: { id: row.id }, data })).rejects.toThrow(/approved/);
    }
    expect(await present(row.id)).toMatchObject({
      settlementAccount: row.settlementAccount,
      settlementBank: row.settlementBank,
      creditCode: row.creditCode,
      companyId: row.companyId,
    });
  });

  it('what is no longer what the checker compared is not replaced: 406, and the change waits on', async () => {
    const row = await live(9);
    await edit(row, { settlementAccount: '6222999900007777' });
    const { id } = await waiting(row.id);
    const admin = await connect(api.databaseUrl);
    onTestFinished(() => admin.end());
    // As somebody can who lifts the database's rules.
    const set = async (account: string) => {
      await admin.query(`BEGIN; SET LOCAL session_replication_role = 'replica'`);
      await admin.query('UPDATE merchants SET settlement_account = $2 WHERE id = $1', [row.id, account]);
      await admin.query('COMMIT');
    };
    await set('6222999900008888');
    expect(await call('approval/approve', { id }, checker)).toMatchObject({
      code: 406,
      msg: expect.stringContaining('已被他人修改'),
    });
    expect((await present(row.id)).settlementAccount).toBe('6222999900008888');
    await set(row.settlementAccount);
    expect((await call('approval/approve', { id }, checker)).code).toBe(200);
    expect((await present(row.id)).settlementAccount).toBe('6222999900007777');
  });

  it('an approved change can’t be carried out a second time', async () => {
    const row = await live(4);
    await edit(row, { settlementAccount: '6222999900005555' });
    const { id } = await waiting(row.id);
    expect((await call('approval/approve', { id }, checker)).code).toBe(200);
    const again = await present(row.id);
    await edit(again, { settlementAccount: row.settlementAccount });
    const back = await waiting(row.id);
    expect((await call('approval/approve', { id: back.id }, checker)).code).toBe(200);
    await expect(
      api.deps.database.prisma.merchant.updateMany({
        where: { id: row.id },
        data: { settlementAccount: '6222999900005555', changeId: id },
      }),
    ).rejects.toThrow(/approved/);
  });

  it('what was approved of one record is not taken by another, nor other values than those', async () => {
    const [row, other] = [await live(10), await live(11)];
    const settlementAccount = '6222999900009999';
    await edit(row, { settlementAccount });
    const { id: changeId } = await waiting(row.id);
    const { prisma } = api.deps.database;
    const taking = (id: string, data: object) =>
      prisma.$transaction(async (tx) => {
        await tx.approval.updateMany({
          where: { tenantId: row.tenantId, id: changeId },
          data: { state: 'APPROVED', checkerId: crypto.randomUUID(), decidedAt: new Date() },
        });
        await tx.merchant.updateMany({ where: { id }, data: { changeId, ...data } });
        throw new Error('taken');
      });
    await expect(taking(row.id, { settlementAccount })).rejects.toThrow('taken');
    await expect(taking(other.id, { settlementAccount })).rejects.toThrow(/approved/);
    await expect(taking(row.id, { settlementAccount: '6222999900009998' })).rejects.toThrow(/approved/);
    await expect(taking(row.id, { settlementAccount, settlementBank: '别的银行' })).rejects.toThrow(
      /approved/,
    );
  });

  it('the checker has both account numbers shown, with a reason that is logged; the maker and a stranger do not', async () => {
    const row = await live(5);
    await edit(row, { settlementAccount: '6222999900006666' });
    const { id } = await waiting(row.id);
    const reveal = (token: string) => call('approval/revealChange', { id, reason: '核对开户许可证' }, token);
    expect((await reveal(checker)).result).toEqual([
      expect.objectContaining({
        field: 'settlementAccount',
        before: row.settlementAccount,
        after: '6222999900006666',
      }),
    ]);
    const log = await api.deps.database.prisma.operationLog.findFirstOrThrow({
      where: { targetId: row.id, action: 'revealChange' },
    });
    expect(log.reason).toBe('核对开户许可证');
    expect(JSON.stringify([log.before, log.after])).not.toContain('62229999');
    expect((await waiting(row.id, maker)).canReveal).toBe(false);
    expect(await reveal(maker)).toMatchObject({ code: 406, result: null });
    const viewer = (await operator(api, '旁观', { permissions: ['merchant.view'] })).token;
    expect(await reveal(viewer)).toMatchObject({ code: 406 });
    await call('approval/approve', { id }, checker);
    expect((await reveal(checker)).msg).toBe('已被处理');
  });

  it('a credit code that another merchant has is refused when it is handed in, and nothing waits', async () => {
    const [row, other] = [await live(6), await live(7)];
    await edit(row, { creditCode: other.creditCode }).then(({ msg }) => expect(msg).toContain('已被商户'));
    expect(await waiting(row.id)).toBeNull();
  });
});
