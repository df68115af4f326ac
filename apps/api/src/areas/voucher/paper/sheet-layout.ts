import {
  digitColumns,
  linesOfSheet,
  type SheetFormat,
  sheetFormats,
  type VoucherPaper,
} from '@xyxlx/contracts/voucher-paper';

/** Where everything of a sheet stands, in mm from its upper left corner. */
export interface Layout extends SheetFormat {
  left: number;
  right: number;
  /** Of the ruled table: its top, below both lines of its head, below the lines, below the sum. */
  top: number;
  body: number;
  sum: number;
  bottom: number;
  lineHeight: number;
  /** The left edges of 摘要, 总账科目, 明细科目, 借方 and 贷方. */
  columns: { summary: number; general: number; detail: number; debit: number; credit: number };
  digitWidth: number;
}

const margin = { side: 12, head: 28, foot: 13 };
const headHeight = 9;
const digitWidth = 3.6;

/** The layout of a paper: the amounts' columns keep their width, the texts share the rest. */
export function layoutOf(paper: VoucherPaper): Layout {
  const format = sheetFormats[paper];
  const [left, right] = [margin.side, format.width - margin.side];
  const amount = digitWidth * digitColumns.length;
  const texts = right - left - 2 * amount;
  const body = margin.head + headHeight;
  const lineHeight = (format.height - margin.foot - body) / (linesOfSheet + 1);
  return {
    ...format,
    left,
    right,
    top: margin.head,
    body,
    lineHeight,
    sum: body + linesOfSheet * lineHeight,
    bottom: body + (linesOfSheet + 1) * lineHeight,
    columns: {
      summary: left,
      general: left + texts * 0.4,
      detail: left + texts * 0.66,
      debit: left + texts,
      credit: left + texts + amount,
    },
    digitWidth,
  };
}
