import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sheetsOf, type VoucherPaper } from '@xyxlx/contracts/voucher-paper';
import PDFDocument from 'pdfkit';
import { drawSheet } from './draw-sheet.ts';
import { ruled } from './pen.ts';
import type { Printed } from './printed-voucher.ts';
import { layoutOf } from './sheet-layout.ts';

/** Has every character of GBK; only the glyphs that a document uses become part of it. */
const font = join(
  dirname(createRequire(import.meta.url).resolve('@embedpdf/fonts-sc')),
  '../fonts/NotoSansHans-Regular.otf',
);

/** Points of a mm. */
const mm = 72 / 25.4;

/** The vouchers as a PDF, sheet by sheet. Takes the thread for as long as it lasts: a few ms a sheet. */
export async function writePdf({ unit, vouchers }: Printed, paper: VoucherPaper): Promise<Buffer> {
  const layout = layoutOf(paper);
  const size: [number, number] = [layout.width * mm, layout.height * layout.perPage * mm];
  const pen = new PDFDocument({
    autoFirstPage: false,
    size,
    margin: 0,
    font,
    lang: 'zh-CN',
    info: { Title: '记账凭证', Author: unit },
  });
  const written = buffer(pen);
  const sheets = vouchers.flatMap((voucher) => sheetsOf(voucher.lines).map((sheet) => ({ voucher, sheet })));
  for (const [at, { voucher, sheet }] of sheets.entries()) {
    const place = at % layout.perPage;
    if (place === 0) pen.addPage();
    pen
      .save()
      .scale(mm)
      .translate(0, place * layout.height);
    drawSheet(pen, layout, unit, voucher, sheet);
    // Where to cut.
    if (place > 0) ruled(pen.dash(2, { space: 2 }), 0.1, [0, 0, layout.width, 0]);
    pen.restore();
  }
  pen.end();
  return written;
}
