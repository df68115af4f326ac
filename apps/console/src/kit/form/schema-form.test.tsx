import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { digits, fenPositive, line, mobileNumber } from '@xyxlx/contracts/fields';
import type { User } from '@xyxlx/contracts/user-account';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { i18n, startI18n } from '../../lib/i18n.ts';
import { keepForms } from '../../lib/kept-forms.ts';
import { clearStored, writeUser } from '../../lib/storage.ts';
import { WireError } from '../../lib/wire.ts';
import { loadTexts } from '../../texts.ts';
import { SchemaForm } from './schema-form.tsx';

const schema = z.strictObject({
  id: z.string(),
  version: z.int(),
  name: line(4),
  nick: line(4).nullable(),
  mobile: mobileNumber,
  code: digits(4, 6).optional(),
  amount: fenPositive,
  seats: z.int().min(2).max(9).nullable(),
  site: z.url().optional(),
  groups: z.array(line(3)).min(1).max(2),
});
type Input = z.input<typeof schema>;

let sent: Input[];
const record = { id: 'r1', version: 3, name: '甲', mobile: '139****0001', groups: ['a'] };

beforeAll(() => startI18n(loadTexts));
beforeEach(async () => {
  sent = [];
  await i18n.changeLanguage('zh');
  await i18n.loadNamespaces(['kit', 'kit/form']);
});
afterEach(cleanup);
afterAll(() => i18n.changeLanguage('zh'));

interface Shown {
  record?: typeof record;
  error?: unknown;
}

function Shown({ record: changed, error = null }: Shown) {
  return (
    <>
      <SchemaForm
        id="form"
        schema={schema}
        record={changed ?? null}
        known={changed ? {} : { id: 'new', version: 1 }}
        work={{ isPending: false, error, mutate: (input) => sent.push(input) }}
        fields={(field) => [
          field.text('name', 'Name'),
          field.text('nick', 'Nick'),
          field.personal('mobile', 'Mobile'),
          field.text('code', 'Code', { isCode: true }),
          field.money('amount', 'Amount'),
          field.number('seats', 'Seats'),
          field.text('site', 'Site'),
          field.tags('groups', 'Groups', { initial: changed ? undefined : [] }),
        ]}
      />
      <button type="submit" form="form">
        Save
      </button>
    </>
  );
}

function fill(values: Record<string, string>): void {
  for (const [label, value] of Object.entries(values)) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
}

const save = () => fireEvent.click(screen.getByText('Save'));
const said = (words: string) => waitFor(() => expect(document.body.textContent).toContain(words));

test('a text can’t be longer than its schema lets it: by its length, or by its pattern', () => {
  render(<Shown />);
  expect(screen.getByLabelText('Name').getAttribute('maxlength')).toBe('4');
  expect(screen.getByLabelText('Mobile').getAttribute('maxlength')).toBe('11');
  expect(screen.getByLabelText('Code').getAttribute('maxlength')).toBe('6');
  expect(screen.getByLabelText('Site').getAttribute('maxlength')).toBeNull();
});

test.each([
  ['zh', '请输入Name', '请输入Mobile', '请输入Amount', '请选择Groups'],
  ['en', 'Name is required', 'Mobile is required', 'Amount is required', 'Choose a value: Groups'],
])(
  'in %s, each required field that is empty says so by its name, and nothing is sent',
  async (language, ...words) => {
    await i18n.changeLanguage(language);
    render(<Shown />);
    save();
    for (const one of words) await said(one);
    expect(document.body.textContent).not.toMatch(
      /(请输入|请选择)(Nick|Code|Site|Seats)|(Nick|Code|Site|Seats) is required/,
    );
    expect(sent).toEqual([]);
  },
);

test.each([
  [
    'zh',
    'Name最多 4 个字',
    'Mobile须为 11 位手机号',
    'Code须为 4–6 位数字',
    'Amount不能小于 ¥0.01',
    'Site须为正确的网址',
  ],
  [
    'en',
    'Name can have at most 4 characters',
    'Mobile must be a mobile number of 11 digits',
    'Code must be 4–6 digits',
    'Amount must be at least ¥0.01',
    'Site must be a web address',
  ],
])('in %s, lengths, patterns, ranges and formats are told in words', async (language, ...words) => {
  await i18n.changeLanguage(language);
  render(<Shown />);
  fill({ Name: 'abcde', Mobile: '1391234', Code: '12', Amount: '0', Site: 'nowhere' });
  save();
  for (const one of words) await said(one);
  expect(sent).toEqual([]);
});

test('what is no amount, too long an entry and one entry too many are told', async () => {
  render(<Shown record={{ ...record, groups: ['abcd'] }} />);
  fill({ Amount: '1.234' });
  save();
  await said('Amount须为金额，最多两位小数');
  await said('Groups的每一项最多 3 个字');
  cleanup();
  render(<Shown record={{ ...record, groups: ['a', 'b', 'c'] }} />);
  save();
  await said('Groups最多 2 项');
});

test('a new record is sent as its schema takes it: trimmed, yuan as fen, what is empty as nothing', async () => {
  render(<Shown />);
  fill({ Name: ' 甲 ', Mobile: '13912345678', Amount: '12.3' });
  const groups = screen.getByLabelText('Groups');
  fireEvent.change(groups, { target: { value: 'x' } });
  fireEvent.keyDown(groups, { key: 'Enter', keyCode: 13 });
  save();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent).toEqual([
    {
      id: 'new',
      version: 1,
      name: '甲',
      nick: null,
      mobile: '13912345678',
      amount: 1230,
      seats: null,
      groups: ['x'],
    },
  ]);
});

test('a changed record starts with its values and goes back under its number; personal data starts empty', async () => {
  render(<Shown record={record} />);
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('甲');
  const mobile = screen.getByLabelText<HTMLInputElement>('Mobile');
  expect(mobile.value).toBe('');
  expect(mobile.placeholder).toBe('139****0001，不修改请留空');
  fill({ Mobile: '13912345678', Amount: '1' });
  save();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ id: 'r1', version: 3, name: '甲', groups: ['a'] });
});

test('what the server objects to stands at its field, until that is changed', async () => {
  const wire = { code: 400, httpStatus: 400, requestId: null, retryAfterSeconds: null };
  const issues = [
    { path: 'name', message: '已存在' },
    { path: 'groups.0', message: '格式不正确' },
    { path: 'elsewhere', message: '不在表单里' },
  ];
  const { rerender } = render(<Shown record={record} />);
  rerender(<Shown record={record} error={new WireError('name: 已存在', { ...wire, issues })} />);
  await said('Name: 已存在');
  await said('Groups: 格式不正确');
  expect(document.body.textContent).not.toContain('不在表单里');
  fill({ Name: '乙' });
  await waitFor(() => expect(document.body.textContent).not.toContain('Name: 已存在'));
});

test('what was typed as the session ended is back in the same form, and can be let go of', async () => {
  const first = render(<Shown />);
  fill({ Name: '乙', Nick: '小乙' });
  keepForms();
  first.unmount();
  render(<Shown />);
  await said('已恢复');
  expect((screen.getByLabelText('Nick') as HTMLInputElement).value).toBe('小乙');
  fireEvent.click(screen.getByRole('button', { name: /放\s?弃/ }));
  expect((screen.getByLabelText('Nick') as HTMLInputElement).value).toBe('');
  cleanup();
  render(<Shown />);
  expect((screen.getByLabelText('Nick') as HTMLInputElement).value).toBe('');
});

test('of a changed record only what was touched is put back, into the record as it is by then', async () => {
  const first = render(<Shown record={record} />);
  fill({ Nick: '小甲' });
  keepForms();
  first.unmount();
  render(<Shown record={{ ...record, version: 4, name: '新名' }} />);
  await said('已恢复');
  expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('新名');
  expect((screen.getByLabelText('Nick') as HTMLInputElement).value).toBe('小甲');
});

test('a form that nobody touched, or that was closed, is not kept; nor one of somebody else', async () => {
  render(<Shown />).unmount();
  render(<Shown />);
  keepForms();
  cleanup();
  render(<Shown />);
  fill({ Nick: '小乙' });
  cleanup();
  keepForms();
  render(<Shown />);
  expect((screen.getByLabelText('Nick') as HTMLInputElement).value).toBe('');
  fill({ Nick: '小丙' });
  keepForms();
  cleanup();
  writeUser({ id: 'u2', mobile: '', permissions: [], tenant: { id: 't2' } } as unknown as User);
  render(<Shown />);
  expect((screen.getByLabelText('Nick') as HTMLInputElement).value).toBe('');
  expect(document.body.textContent).not.toContain('已恢复');
  clearStored();
});
