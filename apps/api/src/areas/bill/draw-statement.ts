import { buffer } from 'node:stream/consumers';
import { billStateWords } from '@xyxlx/contracts/bill';
import { billEntryKindWords, billFigureWords, billKindWords, billSums } from '@xyxlx/contracts/bill-kinds';
import type { Language } from '../../core/language.ts';
import { groupedYuan } from '../../platform/money/yuan-text.ts';
import { mm, openPdf } from '../../platform/paper/open-pdf.ts';
import { type Pen, ruled, textIn } from '../../platform/paper/pen.ts';
import { shanghaiTime } from '../../platform/time/shanghai.ts';
import { inYuan } from './in-yuan.ts';
import { mostLines, type Statement } from './statement.sql.ts';

/** What is drawn: a statement as somebody takes it. */
export interface DrawnStatement {
  statement: Statement;
  language: Language;
  takenBy: string;
  takenAt: Date;
}

/** A4, in mm. */
const page = { width: 210, height: 297, side: 16, head: 30, foot: 18 };
const inner = page.width - 2 * page.side;
const ink = { plain: '#1a1a1a', soft: '#666' };
const row = 6.4;

interface Column {
  title: string;
  /** Its share of the page's width. */
  share: number;
  align?: 'right';
}

const words = {
  zh: {
    statement: '对账单',
    period: '账期',
    state: '状态',
    issued: '出账',
    confirmed: '确认',
    sum: '本期合计',
    item: '项目',
    amount: '金额（元）',
    byKind: '按类型',
    kind: '类型',
    count: '笔数',
    byDay: '按日',
    day: '日期',
    in: '增加（元）',
    out: '减少（元）',
    closing: '余额（元）',
    byMerchant: '按商户',
    merchant: '商户',
    none: '本期无流水',
    more: `仅列前 ${mostLines} 家商户，其余见导出`,
    draft: '尚未出账：本单为截至打印时的流水，仅供参考',
    differs: '账单与流水不一致，须重新出账',
    taken: (at: string, by: string) => `${at} ${by} 打印`,
    page: (at: number, of: number) => `第 ${at} 页，共 ${of} 页`,
    sign: (who: string) => `${who}（盖章）：`,
    signed: '日期：',
  },
  en: {
    statement: 'statement',
    period: 'Month',
    state: 'State',
    issued: 'Issued',
    confirmed: 'Confirmed',
    sum: 'The month',
    item: 'Item',
    amount: 'Amount (yuan)',
    byKind: 'By kind',
    kind: 'Kind',
    count: 'Movements',
    byDay: 'By day',
    day: 'Day',
    in: 'In (yuan)',
    out: 'Out (yuan)',
    closing: 'Balance (yuan)',
    byMerchant: 'By merchant',
    merchant: 'Merchant',
    none: 'Nothing moved in this month',
    more: `The first ${mostLines} merchants; the export has all of them`,
    draft: 'Not issued yet: what the ledger says as this is printed, for information only',
    differs: 'The bill differs from the ledger and has to be issued again',
    taken: (at: string, by: string) => `Printed ${at} by ${by}`,
    page: (at: number, of: number) => `Page ${at} of ${of}`,
    sign: (who: string) => `For ${who} (seal):`,
    signed: 'Date:',
  },
};

/** The statement as a PDF for A4; each page says whose it is, which bill, and how many there are. */
export async function writeStatement(drawn: DrawnStatement): Promise<Buffer> {
  const { statement, language } = drawn;
  const { unit, bill } = statement;
  const t = words[language];
  const title = `${billKindWords[bill.kind][language]}${language === 'zh' ? '' : ' '}${t.statement}`;
  const pen = openPdf({
    ...{ width: page.width, height: page.height, title: `${title} ${bill.billNo}`, author: unit },
    ...{ lang: language === 'zh' ? 'zh-CN' : 'en', isNumbered: true },
  });
  const written = buffer(pen);
  const flow = new Flow(pen);
  drawBody(flow, drawn);
  const { count } = pen.bufferedPageRange();
  for (let at = 0; at < count; at++) {
    pen.switchToPage(at);
    pen.save().scale(mm);
    drawFrame(pen, title, drawn, t.page(at + 1, count));
    pen.restore();
  }
  pen.end();
  return written;
}

function drawFrame(
  pen: Pen,
  title: string,
  { statement: { unit, bill }, language, takenBy, takenAt }: DrawnStatement,
  number: string,
): void {
  const [left, third] = [page.side, inner / 3];
  pen.fillColor(ink.plain);
  textIn(pen, title, { x: left, y: 10, width: inner, height: 9, size: 6, align: 'center' });
  pen.fillColor(ink.soft);
  const line = { y: 20, height: 6, size: 3.2, padding: 0 };
  textIn(pen, unit, { ...line, x: left, width: 2 * third });
  textIn(pen, bill.billNo, { ...line, x: left + 2 * third, width: third, align: 'right' });
  ruled(pen, 0.3, [left, 26.5, left + inner, 26.5]);
  const foot = { y: page.height - 14, height: 6, size: 3, padding: 0 };
  textIn(pen, words[language].taken(shanghaiTime(takenAt), takenBy), { ...foot, x: left, width: 2 * third });
  textIn(pen, number, { ...foot, x: left + 2 * third, width: third, align: 'right' });
}

function drawBody(flow: Flow, { statement, language }: DrawnStatement): void {
  const { bill, days, lines, hasMoreLines } = statement;
  const t = words[language];
  const owner = (bill.merchant ?? bill.company)?.name ?? '';
  flow.line(owner, 5);
  flow.line(
    `${t.period} ${bill.period}    ${t.state} ${billStateWords[bill.state][language]}${stamp(t.issued, bill.issuedAt, bill.issuedBy)}${stamp(t.confirmed, bill.confirmedAt, bill.confirmedBy)}`,
  );
  if (bill.state === 'OPEN') flow.line(t.draft);
  else if (!bill.balanced) flow.line(t.differs);

  flow.table(
    t.sum,
    [
      { title: t.item, share: 0.6 },
      { title: t.amount, share: 0.4, align: 'right' },
    ],
    [...billSums[bill.kind], { figure: 'closingBalance', sign: 1 } as const].map(({ figure, sign }) => [
      billFigureWords[figure][language],
      groupedYuan(sign * bill[figure]),
    ]),
  );
  if (days.length > 0) drawDays(flow, bill.openingBalance, days, language);
  else flow.line(t.none);
  if (lines.length > 0) drawLines(flow, lines, language);
  if (hasMoreLines) flow.line(t.more);
  flow.signatures(t.sign(owner), t.signed);
}

/** What moved by kind, then day by day with what was left in the evening. */
function drawDays(flow: Flow, opening: number, days: Statement['days'], language: Language): void {
  const t = words[language];
  const kinds = [...Map.groupBy(days, ({ kind }) => kind)];
  flow.table(
    t.byKind,
    [
      { title: t.kind, share: 0.4 },
      { title: t.count, share: 0.2, align: 'right' },
      { title: t.amount, share: 0.4, align: 'right' },
    ],
    kinds.map(([kind, rows]) => [
      billEntryKindWords[kind][language],
      String(rows.reduce((sum, { count }) => sum + count, 0)),
      groupedYuan(rows.reduce((sum, { amount }) => sum + amount, 0)),
    ]),
  );

  let balance = opening;
  flow.table(
    t.byDay,
    [
      { title: t.day, share: 0.25 },
      ...[t.in, t.out, t.closing].map((title) => ({ title, share: 0.25, align: 'right' as const })),
    ],
    [...Map.groupBy(days, ({ day }) => day)].map(([day, rows]) => {
      const into = sumOf(rows, ({ amount }) => amount > 0);
      const out = sumOf(rows, ({ amount }) => amount < 0);
      balance += into + out;
      return [day, groupedYuan(into), groupedYuan(-out), groupedYuan(balance)];
    }),
  );
}

function drawLines(flow: Flow, lines: Statement['lines'], language: Language): void {
  const t = words[language];
  flow.table(
    t.byMerchant,
    [
      { title: t.merchant, share: 0.5 },
      { title: inYuan(billFigureWords.issuedAmount)[language], share: 0.25, align: 'right' },
      { title: inYuan(billFigureWords.recoveredAmount)[language], share: 0.25, align: 'right' },
    ],
    lines.map(({ name, issued, back }) => [name, groupedYuan(issued), groupedYuan(back)]),
  );
}

function sumOf(rows: Statement['days'], counts: (row: Statement['days'][number]) => boolean): number {
  return rows.filter(counts).reduce((sum, { amount }) => sum + amount, 0);
}

function stamp(what: string, at: string | null, by: string | null): string {
  return at === null ? '' : `    ${what} ${shanghaiTime(new Date(at))} ${by ?? ''}`;
}

/** Lines and tables one below the other, over as many pages as they take; the unit is the mm. */
class Flow {
  readonly #pen: Pen;
  #y = 0;

  constructor(pen: Pen) {
    this.#pen = pen;
    this.#turn();
  }

  line(text: string, size = 3.4): void {
    this.#room(size + 3.5);
    this.#draw((pen) =>
      textIn(pen, text, { x: page.side, y: this.#y, width: inner, height: size + 3, size, padding: 0 }),
    );
    this.#y += size + 3.5;
  }

  /** A table under its title; a page that it goes over to has its head again. */
  table(title: string, columns: readonly Column[], rows: readonly (readonly string[])[]): void {
    this.#y += 3;
    // A title is not left alone at the foot of a page.
    this.#room(8 + 3 * row);
    this.line(title, 4);
    this.#head(columns);
    for (const cells of rows) {
      if (this.#room(row)) this.#head(columns);
      this.#row(columns, cells, ink.plain);
    }
  }

  signatures(...texts: string[]): void {
    this.#y += 8;
    this.#room(12);
    const width = inner / texts.length;
    this.#draw((pen) =>
      texts.forEach((text, at) => {
        textIn(pen, text, { x: page.side + at * width, y: this.#y, width, height: 8, size: 3.6, padding: 0 });
      }),
    );
  }

  #head(columns: readonly Column[]): void {
    const titles = columns.map(({ title }) => title);
    this.#row(columns, titles, ink.soft, 0.3);
  }

  #row(columns: readonly Column[], cells: readonly string[], color: string, rule = 0.1): void {
    const y = this.#y;
    this.#draw((pen) => {
      pen.fillColor(color);
      let x = page.side;
      columns.forEach(({ share, align }, at) => {
        const width = share * inner;
        textIn(pen, cells[at] ?? '', { x, y, width, height: row, size: 3.4, ...(align && { align }) });
        x += width;
      });
      ruled(pen, rule, [page.side, y + row, page.side + inner, y + row]);
    });
    this.#y += row;
  }

  /** Turns the page where so much does not fit on it any more; says whether it did. */
  #room(height: number): boolean {
    if (this.#y + height <= page.height - page.foot) return false;
    this.#turn();
    return true;
  }

  #turn(): void {
    this.#pen.addPage();
    this.#y = page.head;
  }

  #draw(work: (pen: Pen) => void): void {
    const pen = this.#pen.save().scale(mm).fillColor(ink.plain);
    work(pen);
    pen.restore();
  }
}
