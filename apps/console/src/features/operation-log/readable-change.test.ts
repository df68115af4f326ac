import type { Label } from '@xyxlx/contracts/endpoint';
import { expect, it } from 'vitest';
import { readableChange, valueAt } from './readable-change.ts';
import { fieldLabel } from './record-words.ts';

const zh = ({ zh: words }: Label) => words;
const read = (path: string, before: unknown, after: unknown, type = 'company') =>
  readableChange(path, type, { before, after }, zh);

it('says money in yuan, times in Shanghai, states and yes in words', () => {
  expect(read('availableLimit', 100_050, 0)).toEqual({ before: ['¥1,000.50'], after: ['¥0.00'], same: 0 });
  expect(read('expiresAt', null, '2026-11-20T16:00:00.000Z').after).toEqual(['2026-11-21 00:00:00']);
  expect(read('state', 'PENDING', 'ACTIVE', 'employee')).toMatchObject({
    before: ['待激活'],
    after: ['已激活'],
  });
  expect(read('state', 'PENDING', 'ACTIVE', 'merchant').before).toEqual(['待审核']);
  expect(read('type', null, 'FREEZE', 'employee').after).toEqual(['冻结']);
  expect(read('isDefault', false, true)).toMatchObject({ before: ['否'], after: ['是'] });
});

it('says a state as the screen of its record does, and a data scope as the roles do', () => {
  expect(read('state', null, 'PENDING', 'user').after).toEqual(['待确认']);
  expect(read('state', null, 'PENDING', 'approval').after).toEqual(['待审核']);
  expect(read('state', null, 'SUBMITTED', 'limitBatch').after).toEqual(['待审核']);
  expect(read('type', null, 'MALL', 'platform').after).toEqual(['电商平台']);
  expect(read('kind', null, 'BANK', 'platformAccount').after).toEqual(['银行账户']);
  expect(read('feeBps', 0, 38, 'platform')).toEqual({ before: ['0.00%'], after: ['0.38%'], same: 0 });
  expect(read('certification', null, 'PENDING').after).toEqual(['审核中']);
  expect(read('channel', null, 'DINGTALK', 'channelBinding').after).toEqual(['钉钉']);
  expect(read('dataScope', null, 'COMPANY_TREE', 'role').after).toEqual(['本公司及下级']);
});

it('says what became of a case as its screen does', () => {
  expect(read('state', 'WORKING', 'CLOSING', 'riskCase')).toMatchObject({
    before: ['调查中'],
    after: ['结案待复核'],
  });
  expect(read('outcome', null, 'EXPLAINED', 'riskCase').after).toEqual(['有合理解释']);
  expect(read('kind', null, 'TRANSACTION', 'riskReport').after).toEqual(['可疑交易']);
  expect(zh(fieldLabel('assigneeId'))).toBe('经办人');
});

it('says the rules of a policy as sentences, and whom it is for by the kind of line', () => {
  const cap = [{ factor: 'PER_DAY', operator: 'LE', value: 5_000 }];
  expect(read('rules', [], [cap], 'institution').after).toEqual(['每日不超过 50.00 元']);
  const all = { kind: 'ALL', excluded: false, values: [] };
  const grade = { kind: 'GRADE', excluded: true, values: ['P7'] };
  expect(read('scopes', [all], [all, grade], 'institution')).toEqual({
    before: [],
    after: ['排除 职级 P7'],
    same: 1,
  });
  expect(read('excess', null, 'SPLIT', 'institution').after).toEqual(['超额个人支付']);
  expect(read('withoutRule', 'ALLOW', 'DECLINE', 'ruleSetting').after).toEqual(['拒付']);
});

it('names an employee’s grade', () => {
  expect(fieldLabel('grade').zh).toBe('职级');
});

it('shows of a list what came and what went, and counts the rest', () => {
  const change = read('permissions', ['merchant.view', 'user.view'], ['merchant.view', 'role.view'], 'role');
  expect(change).toEqual({ before: ['用户 · 查看'], after: ['角色 · 查看'], same: 1 });
});

it('says what an export was filtered by in the words of its list', () => {
  expect(read('state', null, ['PENDING'], 'billChange').after).toEqual(['待激活']);
  expect(read('type', null, ['REFUND'], 'consumption').after).toEqual(['退款']);
  expect(read('minAmount', null, 5_000, 'consumption').after).toEqual(['¥50.00']);
  expect(read('merchantId', null, { id: 'm', name: '晨光' }, 'consumption').after).toEqual(['晨光']);
});

it('keeps a number that is no money, an unknown state and a nested value', () => {
  expect(read('maxAccounts', 10, 20)).toMatchObject({ before: ['10'], after: ['20'] });
  expect(read('state', 'ODD', null)).toEqual({ before: ['ODD'], after: [], same: 0 });
  expect(valueAt({ contact: { name: '甲' } }, 'contact.name')).toBe('甲');
  expect(valueAt(null, 'contact.name')).toBeUndefined();
});
