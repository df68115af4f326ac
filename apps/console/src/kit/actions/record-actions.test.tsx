import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { Permission } from '@xyxlx/contracts/permissions';
import { type StoreState, storeTransitions } from '@xyxlx/contracts/store';
import type { User } from '@xyxlx/contracts/user-account';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { api } from '../../lib/api.ts';
import { i18n, startI18n } from '../../lib/i18n.ts';
import * as notices from '../../lib/notify.ts';
import { queryClient } from '../../lib/query-client.ts';
import { WireError } from '../../lib/wire.ts';
import { loadTexts } from '../../texts.ts';
import { ConfirmHost } from '../confirm-host.tsx';
import { BulkActions } from '../list/bulk.tsx';
import { byState } from './by-state.ts';
import type { RecordAction } from './record-action.ts';
import { RecordActions } from './record-actions.tsx';

interface Card {
  id: string;
  state: 'ON' | 'OFF';
}

const done: unknown[] = [];
let answer: (() => Promise<unknown>) | null = null;
const row = (ok: boolean, more = {}) => ({ id: 'c1', ok, message: ok ? '' : '已被他人停用', ...more });
const bulkAnswer = (ok: boolean, more = {}) => ({ done: 1, failed: 0, rows: [row(ok, more)] });

const actions: RecordAction<Card>[] = [
  {
    name: 'approve',
    label: '通过',
    permission: 'merchant.approve',
    look: 'primary',
    one: async (card) => done.push(['approve', card.id]),
  },
  {
    name: 'close',
    label: '注销',
    permission: 'merchant.edit',
    look: 'danger',
    ask: { words: '不可恢复' },
    offered: ({ state }) => state === 'OFF',
    one: async (card) => done.push(['close', card.id]),
  },
  {
    name: 'disable',
    label: '停用',
    bulkLabel: '批量停用',
    permission: 'merchant.edit',
    ask: { words: '不能交易', reason: 'needed' },
    offered: ({ state }) => state === 'ON',
    many: async (ids, given, { context }) => {
      done.push(['disable', ids, given.reason, context.idempotencyKey]);
      return ((await answer?.()) ?? bulkAnswer(true)) as never;
    },
    affects: [api.merchant.pathFilter()],
  },
  {
    name: 'note',
    label: '备注',
    ask: { reason: { optionalAs: '说明（可不填）' } },
    one: async (_card, given) => done.push(given),
  },
];

beforeAll(async () => {
  await startI18n(loadTexts);
  await i18n.loadNamespaces('kit');
  // What a press would fetch first.
  await Promise.all([import('./action-dialog.tsx'), import('./bulk-action-dialog.tsx')]);
});
beforeEach(() => {
  done.length = 0;
  answer = null;
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.restoreAllMocks();
});

function mayDo(...permissions: Permission[]): void {
  queryClient.setQueryData(api.userAccount.getUser.queryKey({}), {
    id: 'u1',
    permissions,
  } as unknown as User);
}

function show(state: Card['state'], address = '/', more: RecordAction<Card>[] = []) {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[address]}>
        <RecordActions record={{ id: 'c1', state }} nameOf={() => '测试卡'} actions={[...actions, ...more]} />
        <Address />
      </MemoryRouter>
      <ConfirmHost />
    </QueryClientProvider>,
  );
}

function Address() {
  return <output>{useLocation().search}</output>;
}

const press = (name: string, at = 0) => {
  const button = screen.getAllByRole('button', { name: new RegExp(name.split('').join('\\s?')) })[at];
  if (!button) throw new Error(`No button ${name}`);
  fireEvent.click(button);
};
const texts = () => screen.getAllByRole('button').map(({ textContent }) => textContent?.replace(/\s/g, ''));

test('whoever looks is offered what they may do in the record’s state, in the declared order', () => {
  mayDo('merchant.edit');
  show('ON');
  expect(texts()).toEqual(['停用', '备注']);
  cleanup();
  mayDo('merchant.edit', 'merchant.approve');
  show('OFF');
  expect(texts()).toEqual(['通过', '注销', '备注']);
});

test('what asks nothing is done at once; a question is agreed to first', async () => {
  mayDo('merchant.edit', 'merchant.approve');
  show('OFF');
  press('通过');
  await waitFor(() => expect(done).toEqual([['approve', 'c1']]));
  press('注销');
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('注销 · 测试卡');
  expect(dialog.textContent).toContain('不可恢复');
  expect(done).toHaveLength(1);
  press('注销', -1 + screen.getAllByRole('button', { name: /注\s?销/ }).length);
  await waitFor(() =>
    expect(done).toEqual([
      ['approve', 'c1'],
      ['close', 'c1'],
    ]),
  );
});

test('a needed reason is asked for; then the action is done, said, and what it touched read again', async () => {
  mayDo('merchant.edit');
  const said = vi.spyOn(notices, 'notify');
  const read = vi.spyOn(queryClient, 'invalidateQueries');
  show('ON');
  press('停用');
  const field = await screen.findByLabelText('原因');
  press('停用', 1);
  await screen.findByText('请输入原因');
  expect(done).toEqual([]);
  fireEvent.change(field, { target: { value: ' 盘点 ' } });
  press('停用', 1);
  await waitFor(() => expect(said).toHaveBeenCalledWith('success', '操作成功'));
  expect(done).toEqual([['disable', ['c1'], '盘点', expect.stringMatching(/^[0-9a-f]{32}$/)]]);
  expect(read).toHaveBeenCalledWith(api.merchant.pathFilter());
  await waitFor(() => expect(screen.queryByLabelText('原因')).toBeNull());
});

test('why one record was refused is said, and the dialog stays', async () => {
  mayDo('merchant.edit');
  const said = vi.spyOn(notices, 'notify');
  answer = async () => bulkAnswer(false);
  show('ON');
  press('停用');
  fireEvent.change(await screen.findByLabelText('原因'), { target: { value: '盘点' } });
  press('停用', 1);
  await waitFor(() => expect(said).toHaveBeenCalledWith('error', '已被他人停用'));
  expect(said).not.toHaveBeenCalledWith('success', expect.anything());
  expect(screen.queryByLabelText('原因')).not.toBeNull();
});

test('what waits for a checker is said to be handed in', async () => {
  mayDo('merchant.edit');
  const said = vi.spyOn(notices, 'notify');
  answer = async () => bulkAnswer(true, { approvalId: 'a1' });
  show('ON');
  press('停用');
  fireEvent.change(await screen.findByLabelText('原因'), { target: { value: '盘点' } });
  press('停用', 1);
  await waitFor(() => expect(said).toHaveBeenCalledWith('success', '已提交审批，通过后生效'));
});

test('after a lost answer a second press sends the same key', async () => {
  mayDo('merchant.edit');
  const lost = { code: 0, httpStatus: 0, requestId: null, issues: [], retryAfterSeconds: null };
  answer = async () => {
    throw new WireError('', lost);
  };
  show('ON');
  press('停用');
  fireEvent.change(await screen.findByLabelText('原因'), { target: { value: '盘点' } });
  press('停用', 1);
  await waitFor(() => expect(done).toHaveLength(1));
  await act(async () => undefined);
  press('停用', 1);
  await waitFor(() => expect(done).toHaveLength(2));
  const [first, second] = done as [unknown[], unknown[]];
  expect(first[3]).toMatch(/^[0-9a-f]{32}$/);
  expect(second[3]).toBe(first[3]);
});

test('an optional reason may be left out', async () => {
  mayDo();
  show('ON');
  press('备注');
  await screen.findByLabelText('说明（可不填）');
  press('备注', 1);
  await waitFor(() => expect(done).toEqual([{ reason: '' }]));
});

test('over picked rows stands what can be done to several by whoever looks, under its own words', async () => {
  const selection = { ids: ['c1'], nameOf: () => '测试卡', clear: vi.fn() };
  const bar = () => (
    <QueryClientProvider client={queryClient}>
      <BulkActions selection={selection as never} actions={actions} />
    </QueryClientProvider>
  );
  mayDo('merchant.approve');
  render(bar());
  expect(texts()).toEqual(['清除选择']);
  cleanup();
  mayDo('merchant.edit');
  render(bar());
  expect(texts()).toEqual(['批量停用', '清除选择']);
  press('批量停用');
  fireEvent.change(await screen.findByLabelText('原因'), { target: { value: '盘点' } });
  press('停用', 1);
  await screen.findByText('成功 1 条，失败 0 条');
  expect(done).toEqual([['disable', ['c1'], '盘点', expect.any(String)]]);
  press('关闭');
  expect(selection.clear).toHaveBeenCalledOnce();
});

test('an action on a state is offered by whom and where the contract declares it', () => {
  const stores: RecordAction<{ id: string; state: StoreState }>[] = [
    { ...byState(storeTransitions, 'enableStore'), label: '启用', one: async () => null },
    { ...byState(storeTransitions, 'disableStore'), label: '停用', one: async () => null },
  ];
  const show = (state: StoreState) => {
    render(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <RecordActions record={{ id: 's1', state }} nameOf={() => '测试店'} actions={stores} />
        </MemoryRouter>
      </QueryClientProvider>,
    );
  };
  mayDo('merchant.view');
  show('ACTIVE');
  expect(screen.queryAllByRole('button')).toEqual([]);
  cleanup();
  mayDo('merchant.edit');
  show('ACTIVE');
  expect(texts()).toEqual(['停用']);
  cleanup();
  show('DISABLED');
  expect(texts()).toEqual(['启用']);
});

test('what the address says is asked once, of the open record alone, where it may be done in its state', () => {
  const refund: RecordAction<Card> = {
    name: 'refund',
    label: '退款',
    permission: 'consumption.refund',
    offered: ({ state }) => state === 'ON',
    dialog: () => <p>退多少</p>,
  };
  const asked = (state: Card['state'], address: string) => {
    show(state, address, [refund]);
    const shown = [screen.queryByText('退多少') !== null, screen.getByRole('status').textContent];
    cleanup();
    return shown;
  };
  mayDo('merchant.edit', 'consumption.refund');
  expect(asked('ON', '/?open=c1&do=refund')).toEqual([true, '?open=c1']);
  expect(asked('OFF', '/?open=c1&do=refund')).toEqual([false, '?open=c1']);
  expect(asked('ON', '/?open=c2&do=refund')).toEqual([false, '?open=c2&do=refund']);
  expect(asked('ON', '/?open=c1&do=note')).toEqual([false, '?open=c1']);
  mayDo('merchant.edit');
  expect(asked('ON', '/?open=c1&do=refund')).toEqual([false, '?open=c1']);
  expect(done).toEqual([]);
});
