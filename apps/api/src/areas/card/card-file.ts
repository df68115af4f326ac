import { randomUUIDv7 } from 'node:crypto';
import { cardIin, checksByLuhn, isCardNumber, maskCardNumber } from '@xyxlx/contracts/card-number';
import { Refusal } from '../../core/errors.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { ImportDefinition, ImportRun } from '../../platform/imports/import-definition.ts';
import { readAmountOrNone } from '../../platform/table-files/read-amounts.ts';
import { readDay } from '../read-day.ts';

/** What a file of cards has, and how its numbers are kept. */
export const cardFile: Pick<ImportDefinition, 'refuseHeader' | 'secret' | 'columns'> = {
  refuseHeader: (header) => {
    if (!header.some((text) => /cvv|cvc|cvn|安全码/i.test(text))) return;
    throw new Refusal({
      zh: '文件含 CVV 列，不得上传',
      en: 'The file has a column of CVVs: it is not taken',
    });
  },
  secret: {
    mask: maskAnyNumber,
    keep: (pan, { dataKeys }) => {
      const id = randomUUIDv7();
      return [id, dataKeys.encrypt(pan, id), ...dataKeys.cardIndexes(pan)];
    },
  },
  columns: [
    {
      key: 'pan',
      label: { zh: '卡号', en: 'Number' },
      required: true,
      secret: true,
      unique: { zh: '卡号重复（第 % 行）', en: 'The number of row %' },
      read: readPan,
    },
    { key: 'product', label: { zh: '产品编码', en: 'Product code' }, required: true, maxLength: 12 },
    { key: 'employeeNo', label: { zh: '工号', en: 'Employee no.' }, maxLength: 32 },
    { key: 'balance', label: { zh: '初始余额(元)', en: 'Balance (yuan)' }, read: readAmountOrNone },
    { key: 'expiresOn', label: { zh: '有效期', en: 'Valid until' }, read: readDay },
  ],
};

/** SQL of what a row's card is to be loaded with, in fen. */
export function faceOf({ cell }: Pick<ImportRun, 'cell'>): Sql {
  return sql`coalesce(nullif(${cell('balance')}, '')::bigint, 0)`;
}

function readPan(text: string): string {
  const digits = text.replace(/[\s-]/g, '');
  if (!digits.startsWith(cardIin)) throw new Refusal({ zh: '发卡行标识不符', en: 'Of another issuer' });
  if (!isCardNumber(digits)) {
    throw checksByLuhn(digits)
      ? new Refusal({ zh: '卡号应为 16 位数字', en: 'A number has 16 digits' })
      : new Refusal({ zh: '卡号校验位错误', en: 'The check digit is wrong' });
  }
  return digits;
}

/** Of anything that may be a card's number its ends, and of what is too short to be one as it is. */
function maskAnyNumber(text: string): string {
  const digits = text.replace(/\D/g, '');
  if (digits.length < 12) return text;
  return maskCardNumber({ firstSix: digits.slice(0, 6), lastFour: digits.slice(-4) });
}
