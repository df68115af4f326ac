import { type CardForm, type CardNaming, cardFormWords, cardNamingWords } from '@xyxlx/contracts/card-kinds';
import { cardProductFields } from '@xyxlx/contracts/card-product';
import type { Label } from '@xyxlx/contracts/endpoint';
import type { CardProduct } from '@xyxlx/database/client/client';
import type { Columns } from '../../platform/approval/record-change.ts';
import type { ApprovalSubject } from '../../platform/approval/subject.ts';
import { groupedYuan } from '../../platform/money/yuan-text.ts';

/** What a product says of each of its cards, as the table has it. */
export type ProductTerms = Pick<CardProduct, keyof typeof cardProductFields>;

/** What somebody wants a product to say; amounts in fen. */
export interface WantedTerms {
  name: string;
  form: CardForm;
  naming: CardNaming;
  faces?: number[] | undefined;
  faceMin?: number | undefined;
  faceMax?: number | undefined;
  makingFee: number;
  months?: number | undefined;
  reloadable: boolean;
  mcc: string[];
  singleLimit?: number | undefined;
  dayLimit?: number | undefined;
  monthLimit?: number | undefined;
  dayCount?: number | undefined;
}

const columns = {
  name: 'name',
  form: 'form',
  naming: 'naming',
  faces: 'faces',
  faceMin: 'face_min',
  faceMax: 'face_max',
  makingFee: 'making_fee',
  months: 'months',
  reloadable: 'reloadable',
  mcc: 'mcc',
  singleLimit: 'single_limit',
  dayLimit: 'day_limit',
  monthLimit: 'month_limit',
  dayCount: 'day_count',
} as const satisfies Record<keyof ProductTerms, string>;

type Field = keyof typeof columns;
const fields = Object.keys(columns) as Field[];

/** The terms as the table has them: each face value and category once, in ascending order. */
export function termsOf(wanted: WantedTerms): ProductTerms {
  const amount = (fen: number | undefined) => (fen === undefined ? null : BigInt(fen));
  const { name, form, naming, makingFee, reloadable, months, dayCount } = wanted;
  return {
    ...{ name, form, naming, reloadable, makingFee: BigInt(makingFee) },
    ...{ months: months ?? null, dayCount: dayCount ?? null },
    faces: [...new Set(wanted.faces)].sort((a, b) => a - b).map(BigInt),
    mcc: [...new Set(wanted.mcc)].sort(),
    faceMin: amount(wanted.faceMin),
    faceMax: amount(wanted.faceMax),
    singleLimit: amount(wanted.singleLimit),
    dayLimit: amount(wanted.dayLimit),
    monthLimit: amount(wanted.monthLimit),
  };
}

/** The terms by their columns, as texts: what a checker compares, and what the database holds a change to. */
export function termColumns(terms: ProductTerms): Columns {
  return Object.fromEntries(fields.map((field) => [columns[field], textOf(terms[field])]));
}

/** The same of a product that nobody has approved yet. */
export const noTerms: Columns = Object.fromEntries(fields.map((field) => [columns[field], null]));

/** As PostgreSQL writes the value of a column into JSON, as a text. */
function textOf(value: ProductTerms[Field]): string | null {
  if (value === null) return null;
  if (!Array.isArray(value)) return String(value);
  return `[${value.map((one) => (typeof one === 'bigint' ? String(one) : JSON.stringify(one))).join(', ')}]`;
}

/** Approved columns as the table takes them. */
export function approvedTerms(approved: Columns): Partial<ProductTerms> {
  return Object.fromEntries(
    fields
      .filter((field) => columns[field] in approved)
      .map((field) => [field, termOf(field, approved[columns[field]] ?? null)]),
  );
}

function termOf(field: Field, text: string | null): ProductTerms[Field] {
  if (text === null) return null;
  switch (field) {
    case 'faces':
      return (JSON.parse(text) as number[]).map(BigInt);
    case 'mcc':
      return JSON.parse(text) as string[];
    case 'reloadable':
      return text === 'true';
    case 'months':
    case 'dayCount':
      return Number(text);
    case 'name':
    case 'form':
    case 'naming':
      return text;
    default:
      return BigInt(text);
  }
}

/** How a checker reads the columns of a product. */
export const comparedTerms: NonNullable<ApprovalSubject['changes']> = {
  name: { field: 'name', label: cardProductFields.name },
  form: { field: 'form', label: cardProductFields.form, words: (text) => cardFormWords[text as CardForm] },
  naming: {
    field: 'naming',
    label: cardProductFields.naming,
    words: (text) => cardNamingWords[text as CardNaming],
  },
  faces: {
    field: 'faces',
    label: cardProductFields.faces,
    words: listed((fen) => `${groupedYuan(Number(fen))} 元`),
  },
  face_min: { field: 'faceMin', label: cardProductFields.faceMin, words: yuan },
  face_max: { field: 'faceMax', label: cardProductFields.faceMax, words: yuan },
  making_fee: { field: 'makingFee', label: cardProductFields.makingFee, words: yuan },
  months: { field: 'months', label: cardProductFields.months },
  reloadable: {
    field: 'reloadable',
    label: cardProductFields.reloadable,
    words: (text) => (text === 'true' ? { zh: '是', en: 'Yes' } : { zh: '否', en: 'No' }),
  },
  mcc: { field: 'mcc', label: cardProductFields.mcc, words: listed(String) },
  single_limit: { field: 'singleLimit', label: cardProductFields.singleLimit, words: yuan },
  day_limit: { field: 'dayLimit', label: cardProductFields.dayLimit, words: yuan },
  month_limit: { field: 'monthLimit', label: cardProductFields.monthLimit, words: yuan },
  day_count: { field: 'dayCount', label: cardProductFields.dayCount },
};

function yuan(fen: string): Label {
  const text = groupedYuan(Number(fen));
  return { zh: `${text} 元`, en: `¥${text}` };
}

/** Words of a list; an empty one is none, which is no limit. */
function listed(wordsOf: (one: unknown) => string) {
  return (text: string): Label => {
    const list = (JSON.parse(text) as unknown[]).map(wordsOf);
    return list.length > 0 ? { zh: list.join('、'), en: list.join(', ') } : { zh: '不限', en: 'Any' };
  };
}
