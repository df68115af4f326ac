import { cleanup, render, screen } from '@testing-library/react';
import { sheetsOf } from '@xyxlx/contracts/voucher-paper';
import { afterEach, expect, test } from 'vitest';
import { PrintedSheet, type PrintedVoucher } from './printed-sheet.tsx';

afterEach(cleanup);

const line = (lineNo: number, debitAmount: number, creditAmount: number) => ({
  ...{ lineNo, summary: `第${lineNo}笔`, debitAmount, creditAmount, company: null },
  ...{ generalAccount: '管理费用', detailAccount: '办公费' },
});
const voucher = {
  ...{ unit: '华东福利科技', date: '2026-11-21', word: '记', number: 12, kind: 'MANUAL', attachmentCount: 3 },
  ...{ maker: '王制单', approver: '李审核', poster: null },
  lines: [line(1, 1_050_007, 0), ...[2, 3, 4, 5].map((n) => line(n, 100, 0)), line(6, 0, 1_050_407)],
} as unknown as PrintedVoucher;

function sheet(number: number, of = voucher) {
  const shown = sheetsOf(of.lines)[number - 1];
  if (!shown) throw new Error(`There is no sheet ${number}`);
  const { container } = render(<PrintedSheet voucher={of} sheet={shown} />);
  return container;
}
const rows = () => screen.getAllByRole('row').map((row) => row.textContent);

test('a full sheet has five lines, each digit in its column, and leads on to the next', () => {
  const container = sheet(1);
  expect(container.textContent).toContain('单位：华东福利科技');
  expect(container.textContent).toContain('记字第 0012 号（1/2）');
  expect(container.textContent).toContain('附单据 3 张');
  expect(rows()[2]).toBe('第1笔管理费用办公费1050007');
  const cells = [...(screen.getAllByRole('row')[2]?.querySelectorAll('td') ?? [])].map(
    (td) => td.textContent,
  );
  expect(cells.slice(3, 14)).toEqual(['', '', '', '', '1', '0', '5', '0', '0', '0', '7']);
  expect(rows()).toHaveLength(2 + 5 + 1);
  expect(rows().at(-1)).toBe('过次页');
  expect(container.querySelector('svg')).toBeNull();
});

test('the last sheet has the sum in words, who signed it, and what is empty struck through', () => {
  const container = sheet(2);
  expect(rows().at(-1)).toBe('合计　壹万零伍佰零肆元零柒分¥1050407¥1050407');
  expect(container.querySelector('svg')?.style.getPropertyValue('--empty')).toBe('4');
  for (const signed of ['会计主管：', '记账：', '审核：李审核', '出纳：', '制单：王制单']) {
    expect(container.textContent).toContain(signed);
  }
});

test('a reversal is red, its digits without a sign', () => {
  const lines = [line(1, -300, 0), line(2, 0, -300)];
  const container = sheet(1, { ...voucher, kind: 'RED', lines } as PrintedVoucher);
  expect(container.querySelector('tbody')?.className).toMatch(/red/);
  expect(rows()[2]).toBe('第1笔管理费用办公费300');
});
