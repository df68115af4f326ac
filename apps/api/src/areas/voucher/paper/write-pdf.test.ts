import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import type { PrintedVoucher } from './printed-voucher.ts';
import { writePdf } from './write-pdf.ts';

const company = { id: '0', name: '晨光喆企业服务有限公司' };

function voucher(given: Partial<PrintedVoucher>, ...amounts: number[]): PrintedVoucher {
  const lines = amounts.map((amount, at) => ({
    lineNo: at + 1,
    summary: `摘要${at + 1}`,
    account: { id: '0', code: '2241.01', name: '企业资金', fullName: '其他应付款—企业资金' },
    generalAccount: '其他应付款',
    detailAccount: '企业资金',
    company: at === 0 ? company : null,
    debitAmount: at < amounts.length - 1 ? amount : 0,
    creditAmount: at < amounts.length - 1 ? 0 : amount,
  }));
  return {
    id: '0',
    unit: '上海星云',
    voucherNo: '记-0012',
    word: '记',
    number: 12,
    date: '2026-11-21',
    period: '2026-11',
    kind: 'SYSTEM',
    state: 'POSTED',
    summary: '摘要1',
    debitAmount: 0,
    lineCount: lines.length,
    attachmentCount: 3,
    maker: '系统',
    approver: '李复核',
    poster: '王会计',
    createdAt: '2026-11-21T00:00:00.000Z',
    version: 1,
    ...given,
    lines,
  };
}

const pdfOf = async (vouchers: PrintedVoucher[], paper: 'A5' | 'A4' | 'SLIP') =>
  getDocumentProxy(new Uint8Array(await writePdf({ vouchers }, paper)));
const pagesOf = async (pdf: Awaited<ReturnType<typeof pdfOf>>) =>
  (await extractText(pdf)).text.map((page) => page.replaceAll(/\s/g, ''));

test('a sheet says whose it is, its number, each line with its accounts, the sum in digits and in words, and who did what', async () => {
  const [page] = await pagesOf(await pdfOf([voucher({}, 100_000_000, 400_000, 100_400_000)], 'A5'));
  expect(page).toContain('记账凭证');
  expect(page).toContain('单位：上海星云2026年11月21日记字第0012号（1/1）附单据3张');
  // The name of the company is cut into the lines of its cell, in its order.
  expect(page).toContain('摘要1其他应付款企业资金晨光喆企业服务有限公司100000000');
  expect(page).toContain('摘要2其他应付款企业资金400000');
  expect(page).toContain('摘要3其他应付款企业资金100400000合计');
  expect(page).toContain('合计壹佰万零肆仟元整¥100400000¥100400000');
  expect(page).toContain('会计主管：记账：王会计审核：李复核出纳：制单：系统');
});

test('six lines are two sheets; the sum stands on the last alone', async () => {
  const pages = await pagesOf(await pdfOf([voucher({}, 1, 2, 3, 4, 5, 15)], 'A5'));
  expect(pages).toHaveLength(2);
  expect(pages[0]).toContain('记字第0012号（1/2）');
  expect(pages[0]).toContain('过次页');
  expect(pages[0]).not.toContain('合计');
  expect(pages[1]).toContain('（2/2）');
  expect(pages[1]).toContain('合计壹角伍分¥015¥015');
});

test('each paper has its size, and an A4 takes two sheets', async () => {
  const two = [voucher({}, 7, 7), voucher({ number: 13 }, 8, 8), voucher({ number: null }, 9, 9)];
  const sizes = { A5: [210, 148, 3], A4: [210, 297, 2], SLIP: [240, 140, 3] } as const;
  for (const paper of ['A5', 'A4', 'SLIP'] as const) {
    const pdf = await pdfOf(two, paper);
    const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 25.4 / 72 });
    expect([Math.round(width), Math.round(height), pdf.numPages]).toEqual(sizes[paper]);
  }
  const [both] = await pagesOf(await pdfOf(two, 'A4'));
  expect(both).toMatch(/第0012号.*第0013号/);
});

test('a reversal is red, without a sign in its columns, and says 负 in words; nothing of another is red', async () => {
  const [red, plain] = [
    await pdfOf([voucher({ kind: 'RED' }, -1_050_007, -1_050_007)], 'A5'),
    await pdfOf([voucher({}, 1_050_007, 1_050_007)], 'A5'),
  ];
  const [page] = await pagesOf(red);
  expect(page).toContain('合计负壹万零伍佰元零柒分¥1050007¥1050007');
  expect(await coloursOf(red)).toContain('#c00000');
  expect(await coloursOf(plain)).not.toContain('#c00000');
});

test('a sum of more than the columns stands in the first, and a long summary stays in its cell', async () => {
  const long = voucher({}, 1_234_567_890_123, 1_234_567_890_123);
  long.lines = long.lines.map((line) => ({ ...line, summary: '一二三四五六七八九十'.repeat(6) }));
  const [page] = await pagesOf(await pdfOf([long], 'A5'));
  expect(page).toContain('¥1234567890123');
  expect(page).toContain('一二三四五六七八九十'.repeat(6));
});

/** The colours that a page is filled with. */
async function coloursOf(pdf: Awaited<ReturnType<typeof pdfOf>>): Promise<unknown[]> {
  const { OPS } = await import('unpdf/pdfjs');
  const { fnArray, argsArray } = await (await pdf.getPage(1)).getOperatorList();
  return argsArray.filter((_, at) => fnArray[at] === OPS.setFillRGBColor).map(([colour]) => colour);
}
