import type { Label } from '@xyxlx/contracts/endpoint';

/** Why a file can't be read. `broken`: it is no such file, or one made to do harm (400). `refused`: a person can mend it (406). */
export class BadFile extends Error {
  readonly kind: 'broken' | 'refused';
  readonly text: Label;

  constructor(kind: 'broken' | 'refused', text: Label) {
    super(text.en);
    this.kind = kind;
    this.text = text;
  }
}

/** A workbook that can't be opened. */
export function brokenWorkbook(): BadFile {
  return new BadFile('broken', {
    zh: '文件已损坏或不是 .xlsx 工作簿，请用 Excel 或 WPS 重新保存',
    en: 'The file is damaged or no .xlsx workbook, save it again with Excel or WPS',
  });
}

/** A workbook that unfolds to more than anybody types. */
export function oversizedWorkbook(): BadFile {
  return new BadFile('broken', {
    zh: '工作簿展开后过大，已拒绝',
    en: 'The workbook unfolds to far too much data and was refused',
  });
}

/** A text in an encoding that spreadsheet programs call "Unicode text". */
export function utf16File(): BadFile {
  return new BadFile('refused', {
    zh: '不支持 UTF-16 编码，请另存为 CSV UTF-8',
    en: 'UTF-16 is not supported, save the file as CSV UTF-8',
  });
}
