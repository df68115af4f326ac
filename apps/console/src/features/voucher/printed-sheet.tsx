import type { voucher as contract } from '@xyxlx/contracts/voucher';
import {
  capitalAmount,
  digitColumns,
  digitsInColumns,
  isHeavyColumn,
  linesOfSheet,
  type Sheet,
} from '@xyxlx/contracts/voucher-paper';
import type { CSSProperties } from 'react';
import type { z } from 'zod';
import styles from './printed-sheet.module.css';

export type PrintedVoucher = z.output<typeof contract.printVoucher.output>['vouchers'][number];
type Line = PrintedVoucher['lines'][number];

/** The places of the columns of one amount, of both, and of a sheet's lines. */
const places = [...digitColumns.keys()];
const amountColumns = [...Array(2 * digitColumns.length).keys()];
const linePlaces = [...Array(linesOfSheet).keys()];

interface PrintedSheetProps {
  voucher: PrintedVoucher;
  sheet: Sheet<Line>;
}

/** One sheet of a voucher as accountants file it, in Chinese whatever the console's language: five lines, the last sheet with the sum. */
export function PrintedSheet({ voucher, sheet }: PrintedSheetProps) {
  const { unit, date, word, number, attachmentCount, kind, lines, maker, approver, poster } = voucher;
  const [year, month, day] = date.split('-');
  const isLast = sheet.number === sheet.of;
  const total = (side: 'debitAmount' | 'creditAmount') => lines.reduce((sum, line) => sum + line[side], 0);
  const debit = total('debitAmount');
  const empty = linesOfSheet - sheet.lines.length;
  return (
    <section className={styles.sheet} lang="zh-CN">
      <h1 className={styles.title}>记账凭证</h1>
      <p className={styles.papers}>附单据 {attachmentCount} 张</p>
      <p className={styles.head}>
        <span>单位：{unit}</span>
        <span>
          {year}年{month}月{day}日
        </span>
        <span>
          {word}字第 {number === null ? '    ' : String(number).padStart(4, '0')} 号（{sheet.number}/
          {sheet.of}）
        </span>
      </p>
      <div className={styles.ruled}>
        <table className={styles.table}>
          <colgroup>
            <col className={styles.summary} />
            <col className={styles.general} />
            <col className={styles.detail} />
            {amountColumns.map((at) => (
              <col key={at} className={styles.digit} />
            ))}
          </colgroup>
          <thead>
            <tr>
              <th rowSpan={2}>摘要</th>
              <th rowSpan={2}>总账科目</th>
              <th rowSpan={2}>明细科目</th>
              <th colSpan={digitColumns.length}>借方金额</th>
              <th colSpan={digitColumns.length}>贷方金额</th>
            </tr>
            <tr>
              <Digits digits={digitColumns} />
              <Digits digits={digitColumns} />
            </tr>
          </thead>
          <tbody className={kind === 'RED' ? styles.red : undefined}>
            {sheet.lines.map((line) => (
              <tr key={line.lineNo}>
                <td>{line.summary}</td>
                <td>{line.generalAccount}</td>
                <td>
                  {line.detailAccount}
                  {line.company && <span className={styles.company}>{line.company.name}</span>}
                </td>
                <Digits digits={digitsInColumns(line.debitAmount)} />
                <Digits digits={digitsInColumns(line.creditAmount)} />
              </tr>
            ))}
            {linePlaces.slice(sheet.lines.length).map((at) => (
              <tr key={`empty ${at}`}>
                <td />
                <td />
                <td />
                <Digits digits={digitsInColumns(0)} />
                <Digits digits={digitsInColumns(0)} />
              </tr>
            ))}
            <tr className={styles.sum}>
              <td colSpan={3}>{isLast ? `合计　${capitalAmount(debit)}` : '过次页'}</td>
              <Digits digits={isLast ? digitsInColumns(debit, '¥') : digitsInColumns(0)} />
              <Digits digits={isLast ? digitsInColumns(total('creditAmount'), '¥') : digitsInColumns(0)} />
            </tr>
          </tbody>
        </table>
        {empty > 0 && (
          <svg
            className={styles.struck}
            style={{ '--empty': empty } as CSSProperties}
            preserveAspectRatio="none"
            viewBox="0 0 1 1"
            aria-hidden
          >
            <line x1="0" y1="1" x2="1" y2="0" stroke="currentColor" vectorEffect="non-scaling-stroke" />
          </svg>
        )}
      </div>
      <p className={styles.signed}>
        <span>会计主管：</span>
        <span>记账：{poster}</span>
        <span>审核：{approver}</span>
        <span>出纳：</span>
        <span>制单：{maker}</span>
      </p>
    </section>
  );
}

function Digits({ digits }: { digits: readonly string[] }) {
  return places.map((at) => (
    <td
      key={at}
      className={styles.figure}
      data-heavy={isHeavyColumn(at) || undefined}
      data-first={at === 0 || undefined}
      data-small={(digits[at] ?? '').length > 1 || undefined}
    >
      {digits[at]}
    </td>
  ));
}
