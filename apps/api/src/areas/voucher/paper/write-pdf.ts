import { buffer } from 'node:stream/consumers';
import { sheetsOf, type VoucherPaper } from '@xyxlx/contracts/voucher-paper';
import { mm, openPdf } from '../../../platform/paper/open-pdf.ts';
import { ruled } from '../../../platform/paper/pen.ts';
import { drawSheet } from './draw-sheet.ts';
import type { Printed } from './printed-voucher.ts';
import { layoutOf } from './sheet-layout.ts';

/** The vouchers as a PDF, sheet by sheet. Takes the thread for as long as it lasts: a few ms a sheet. */
export async function writePdf({ vouchers }: Printed, paper: VoucherPaper): Promise<Buffer> {
  const layout = layoutOf(paper);
  const { width } = layout;
  const height = layout.height * layout.perPage;
  const author = [...new Set(vouchers.map(({ unit }) => unit))].join('、');
  const pen = openPdf({ width, height, title: '记账凭证', author, lang: 'zh-CN' });
  const written = buffer(pen);
  const sheets = vouchers.flatMap((voucher) => sheetsOf(voucher.lines).map((sheet) => ({ voucher, sheet })));
  for (const [at, { voucher, sheet }] of sheets.entries()) {
    const place = at % layout.perPage;
    if (place === 0) pen.addPage();
    pen
      .save()
      .scale(mm)
      .translate(0, place * layout.height);
    drawSheet(pen, layout, voucher, sheet);
    // Where to cut.
    if (place > 0) ruled(pen.dash(2, { space: 2 }), 0.1, [0, 0, width, 0]);
    pen.restore();
  }
  pen.end();
  return written;
}
