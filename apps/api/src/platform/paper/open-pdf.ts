import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import PDFDocument from 'pdfkit';
import type { Pen } from './pen.ts';

/** Has every character of GBK; only the glyphs that a document uses become part of it. */
const font = join(
  dirname(createRequire(import.meta.url).resolve('@embedpdf/fonts-sc')),
  '../fonts/NotoSansHans-Regular.otf',
);

/** Points of a mm. */
export const mm = 72 / 25.4;

interface Paper {
  /** In mm. */
  width: number;
  height: number;
  title: string;
  /** Whose it is. */
  author: string;
  lang: 'zh-CN' | 'en';
  /** Pages stay in memory until its end, so that each can say how many there are. */
  isNumbered?: boolean;
}

/** A document of so large pages, with none yet; its unit is the point until it is scaled by `mm`. */
export function openPdf({ width, height, title, author, lang, isNumbered = false }: Paper): Pen {
  return new PDFDocument({
    autoFirstPage: false,
    size: [width * mm, height * mm],
    margin: 0,
    font,
    lang,
    info: { Title: title, Author: author },
    bufferPages: isNumbered,
  });
}
