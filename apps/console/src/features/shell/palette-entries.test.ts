import type { Permission } from '@xyxlx/contracts/permissions';
import { type FoundRecord, foundKinds } from '@xyxlx/contracts/search';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { commands } from '../../commands.ts';
import { recordAddress, recordLabel } from '../../lib/record-address.ts';
import { declareScreens } from '../../lib/screen-map.ts';
import { groups, screens } from '../../screens.ts';
import { paletteGroups, readTyped } from './palette-entries.ts';

beforeAll(() => declareScreens(screens));

const every = [
  ...new Set(screens.flatMap(({ permission }) => permission ?? [])),
  ...(['consumption.refund', 'limit.adjust'] as const),
];
const payment = (value = 'SUCCESS'): FoundRecord => ({
  ...{ kind: 'consumption', id: 'p1', number: 'P2026', title: '和悦茶饮', amount: 1250 },
  state: { value, words: { zh: '成功', en: 'Success' }, tone: 'good' },
});
const employee: FoundRecord = {
  ...payment('ACTIVE'),
  kind: 'employee',
  id: 'e1',
  number: 'E01',
  title: '张伟',
};

function offered(typed: string, { found = [], permissions = every }: Offered = {}) {
  const words = { screens: '页面', commands: '命令' };
  const source = {
    screens,
    groups,
    commands,
    permissions,
    found,
    words,
    label: ({ zh }: { zh: string }) => zh,
  };
  return Object.fromEntries(
    paletteGroups(typed, source).map(({ title, entries }) => [
      title,
      entries.map(({ to }) => Object.values(to)[0]),
    ]),
  );
}
interface Offered {
  found?: FoundRecord[];
  permissions?: readonly Permission[];
}

describe('screens', () => {
  it('are found by their title in either language, as far as one may see them', () => {
    expect(offered('BILLS')).toEqual({ 页面: ['/layout/bill'] });
    expect(offered('账单', { permissions: ['merchant.view'] })).toEqual({});
  });

  it('are all offered while nothing is typed, and nothing else is', () => {
    expect(Object.keys(offered(''))).toEqual(['页面']);
    expect(offered('', { permissions: ['bill.view'] }).页面).toContain('/layout/bill');
    expect(offered('', { permissions: ['bill.view'] }).页面).not.toContain('/layout/merchant');
  });
});

describe('records', () => {
  it('stand under the name of their kind, in the order of the kinds, and lead to where they are shown', () => {
    expect(Object.entries(offered('zw', { found: [employee, payment()] }))).toEqual([
      ['消费记录', ['/layout/merchant/storebill?open=p1']],
      ['员工', ['/layout/userlist?open=e1']],
    ]);
  });

  it('whose screen one may not see are not offered', () => {
    expect(offered('zw', { found: [employee, payment()], permissions: ['employee.view'] })).toEqual({
      员工: ['/layout/userlist?open=e1'],
    });
  });

  test.each(foundKinds)('%s have a name and a screen that opens them', (type) => {
    expect(recordLabel(type)).toBeDefined();
    expect(recordAddress({ type, id: 'x' }, every)).toMatch(
      /^\/layout\/([\w/]+\?(tab=\w+&)?(open|report)=x|merchant\/store\/x)$/i,
    );
  });
});

describe('commands', () => {
  it('ask for what they are about, and open it asking, in the states that have them', () => {
    expect(offered('退款')).toEqual({ 命令: ['退款 '] });
    expect(offered('ref')).toEqual({ 命令: ['refund '] });
    const found = [payment(), employee];
    const opened = '/layout/merchant/storebill?open=p1&do=refundConsumption';
    expect(offered('退款 P2026', { found })).toEqual({ 退款: [opened] });
    expect(offered('退款P2026', { found })).toEqual({ 退款: [opened] });
    expect(offered('退款 P2026', { found: [payment('REFUNDED')] })).toEqual({});
    expect(offered('调额 zw', { found })).toEqual({ 调额: ['/layout/userlist?open=e1&do=adjustLimit'] });
  });

  it('are no commands for who may not give them', () => {
    const permissions = ['consumption.view'] as const;
    expect(offered('退款', { permissions })).toEqual({});
    expect(readTyped('退款 P2026', { commands, permissions })).toEqual({ sought: '退款 P2026' });
  });

  it('are parted from what is sought: characters need no space, letters do', () => {
    const read = (typed: string) => {
      const { command, sought } = readTyped(typed, { commands, permissions: every });
      return [command?.action, sought];
    };
    expect(read('Refund  P1')).toEqual(['refundConsumption', 'P1']);
    expect(read('refunded')).toEqual([undefined, 'refunded']);
    expect(read(' 调额13800000000')).toEqual(['adjustLimit', '13800000000']);
  });

  it('lead to the choice of a tenant', () => {
    expect(offered('切换')).toEqual({ 命令: ['/tenant'] });
  });
});
