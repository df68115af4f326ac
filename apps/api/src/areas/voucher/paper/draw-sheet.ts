import {
  capitalAmount,
  digitColumns,
  digitsInColumns,
  isHeavyColumn,
  linesOfSheet,
  type Sheet,
} from '@xyxlx/contracts/voucher-paper';
import { type Pen, ruled, textIn } from '../../../platform/paper/pen.ts';
import type { PrintedVoucher } from './printed-voucher.ts';
import type { Layout } from './sheet-layout.ts';

const ink = { plain: '#1a1a1a', red: '#c00000' };

/** Draws one sheet of a voucher with its upper left corner at the pen's origin. */
export function drawSheet(
  pen: Pen,
  layout: Layout,
  voucher: PrintedVoucher,
  sheet: Sheet<PrintedVoucher['lines'][number]>,
): void {
  const isLast = sheet.number === sheet.of;
  pen.fillColor(ink.plain);
  drawHead(pen, layout, voucher, sheet);
  drawRules(pen, layout);
  pen.fillColor(voucher.kind === 'RED' ? ink.red : ink.plain);
  for (const [at, line] of sheet.lines.entries()) {
    drawLine(pen, layout, line, layout.body + at * layout.lineHeight);
  }
  if (isLast) drawSum(pen, layout, voucher);
  pen.fillColor(ink.plain);
  if (!isLast) textIn(pen, '过次页', { ...sumText(layout), size: 3.2 });
  strikeRest(pen, layout, sheet.lines.length);
  drawSignatures(pen, layout, voucher);
}

function drawHead(
  pen: Pen,
  { left, right, top }: Layout,
  { unit, date, word, number, attachmentCount }: PrintedVoucher,
  { number: page, of }: Sheet<unknown>,
): void {
  const [year = '', month = '', day = ''] = date.split('-');
  const middle = (left + right) / 2;
  textIn(pen, '记账凭证', {
    x: left,
    y: 6,
    width: right - left,
    height: 9,
    size: 6.2,
    align: 'center',
    spacing: 2,
  });
  ruled(pen, 0.35, [middle - 22, 15.4, middle + 22, 15.4], [middle - 22, 16.2, middle + 22, 16.2]);
  const line = { y: top - 8, height: 7, size: 3.6 };
  const third = (right - left) / 3;
  textIn(pen, `单位：${unit}`, { ...line, x: left, width: third + 8 });
  textIn(pen, `${year}年${month}月${day}日`, { ...line, x: left + third, width: third, align: 'center' });
  const given = number === null ? '    ' : String(number).padStart(4, '0');
  textIn(pen, `${word}字第 ${given} 号（${page}/${of}）`, {
    ...line,
    x: right - third,
    width: third,
    align: 'right',
  });
  textIn(pen, `附单据 ${attachmentCount} 张`, {
    ...line,
    y: 8,
    x: right - third,
    width: third,
    align: 'right',
  });
}

/** The table: its frame, the heads of its columns, and a ruled column for each digit; every third one and the one before 角 are heavy. */
function drawRules(
  pen: Pen,
  { left, right, top, body, bottom, lineHeight, columns, digitWidth }: Layout,
): void {
  const half = (body - top) / 2;
  const sides = [columns.debit, columns.credit];
  const digits = sides.flatMap((side) => digitColumns.map((_, at) => ({ at, x: side + at * digitWidth })));
  const across = Array.from({ length: linesOfSheet + 1 }, (_, at) => body + at * lineHeight);
  const upright = ([x, from]: [number, number]): Line => [x, from, x, bottom];
  ruled(
    pen,
    0.12,
    ...digits.filter(({ at }) => at > 0 && !isHeavyColumn(at)).map(({ x }) => upright([x, top + half])),
    [columns.debit, top + half, right, top + half],
    ...across.slice(1, -1).map((y): Line => [left, y, right, y]),
  );
  ruled(pen, 0.3, ...digits.filter(({ at }) => isHeavyColumn(at)).map(({ x }) => upright([x, top + half])));
  ruled(
    pen,
    0.4,
    [left, top, right, top],
    [left, bottom, right, bottom],
    [left, body, right, body],
    [left, bottom - lineHeight, right, bottom - lineHeight],
    ...[left, right, ...sides].map((x) => upright([x, top])),
    ...[columns.general, columns.detail].map((x): Line => [x, top, x, bottom - lineHeight]),
  );
  const head = { y: top, height: body - top, size: 3.6, align: 'center' as const };
  textIn(pen, '摘要', { ...head, x: left, width: columns.general - left });
  textIn(pen, '总账科目', { ...head, x: columns.general, width: columns.detail - columns.general });
  textIn(pen, '明细科目', { ...head, x: columns.detail, width: columns.debit - columns.detail });
  const side = { ...head, height: half, size: 3.2, width: columns.credit - columns.debit };
  textIn(pen, '借方金额', { ...side, x: columns.debit });
  textIn(pen, '贷方金额', { ...side, x: columns.credit });
  for (const { at, x } of digits) {
    textIn(pen, digitColumns[at] ?? '', {
      ...head,
      x,
      y: top + half,
      height: half,
      width: digitWidth,
      size: 2.6,
    });
  }
}

type Line = [number, number, number, number];

function drawLine(pen: Pen, layout: Layout, line: PrintedVoucher['lines'][number], y: number): void {
  const { columns, lineHeight: height } = layout;
  const { general, detail, debit, credit } = columns;
  const text = { y, height, size: 3.4 };
  textIn(pen, line.summary, { ...text, x: columns.summary, width: general - columns.summary });
  textIn(pen, line.generalAccount, { ...text, x: general, width: detail - general });
  // A controlled account is kept by company: the voucher says of which.
  const detailed = [line.detailAccount, line.company?.name].filter(Boolean).join('　');
  textIn(pen, detailed, { ...text, x: detail, width: debit - detail });
  drawDigits(pen, layout, digitsInColumns(line.debitAmount), debit, y);
  drawDigits(pen, layout, digitsInColumns(line.creditAmount), credit, y);
}

function drawSum(pen: Pen, layout: Layout, { lines }: PrintedVoucher): void {
  const total = (side: 'debitAmount' | 'creditAmount') => lines.reduce((sum, line) => sum + line[side], 0);
  const debit = total('debitAmount');
  textIn(pen, `合计　${capitalAmount(debit)}`, { ...sumText(layout), size: 3.8 });
  drawDigits(pen, layout, digitsInColumns(debit, '¥'), layout.columns.debit, layout.sum);
  drawDigits(pen, layout, digitsInColumns(total('creditAmount'), '¥'), layout.columns.credit, layout.sum);
}

function sumText({ left, sum, lineHeight, columns }: Layout) {
  return { x: left, y: sum, width: columns.debit - left, height: lineHeight };
}

function drawDigits(pen: Pen, layout: Layout, digits: readonly string[], x: number, y: number): void {
  const { digitWidth: width, lineHeight: height } = layout;
  for (const [at, digit] of digits.entries()) {
    // More than the columns have stands to the left of the first, smaller.
    const size = digit.length > 1 ? 2.4 : 3.8;
    textIn(pen, digit, { x: x + at * width, y, width, height, size, align: 'center', padding: 0 });
  }
}

/** One stroke through the lines that nobody filled, so that nothing is written into them later. */
function strikeRest(pen: Pen, { left, right, body, lineHeight, sum }: Layout, filled: number): void {
  if (filled < linesOfSheet) ruled(pen, 0.25, [left, sum, right, body + filled * lineHeight]);
}

function drawSignatures(pen: Pen, { left, right, bottom }: Layout, voucher: PrintedVoucher): void {
  const people = [
    ['会计主管', ''],
    ['记账', voucher.poster ?? ''],
    ['审核', voucher.approver ?? ''],
    ['出纳', ''],
    ['制单', voucher.maker],
  ];
  const width = (right - left) / people.length;
  people.forEach(([role, name], at) => {
    textIn(pen, `${role}：${name}`, { x: left + at * width, y: bottom + 0.5, width, height: 7, size: 3.4 });
  });
}
