import { paths } from '@xyxlx/contracts/paths';
import { capitalAmount, digitColumns, digitsInColumns } from '@xyxlx/contracts/voucher-paper';
import type { VoucherDetail, VoucherLine } from '@xyxlx/contracts/voucher-record';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { yuanText } from '../../lib/money.ts';
import styles from './voucher-sheet.module.css';

/** A voucher as it looks on paper: amounts digit by digit, a reversal in red; each account leads to its ledger. */
export function VoucherSheet({ voucher }: { voucher: VoucherDetail }) {
  const { t } = useTranslation('voucher');
  const { date, period, word, number, lines, attachmentCount, kind } = voucher;
  const debit = sumOf(lines, 'debitAmount');
  return (
    <section className={styles.sheet} aria-label={t('sheet.title')} data-red={kind === 'RED'}>
      <h3 className={styles.title}>{t('sheet.title')}</h3>
      <p className={styles.head}>
        <span className="figures">{date}</span>
        <span>{t('sheet.attachments', { count: attachmentCount })}</span>
        <span className="figures">
          {t('sheet.number', { word, number: number === null ? '—' : String(number).padStart(4, '0') })}
        </span>
      </p>
      <div className={styles.scroll}>
        <table className={styles.lines}>
          <thead>
            <tr>
              <th scope="col">{t('field.summary')}</th>
              <th scope="col">{t('field.account')}</th>
              <th scope="col">
                {t('field.debit')}
                <Digits digits={digitColumns} />
              </th>
              <th scope="col">
                {t('field.credit')}
                <Digits digits={digitColumns} />
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.lineNo}>
                <td>{line.summary}</td>
                <td>
                  <Link
                    to={`${paths.voucher}?tab=ledger&accountId=${line.account.id}&from=${period}&to=${period}`}
                  >
                    {line.account.code} {line.account.fullName}
                  </Link>
                  {line.company && <span className={styles.company}>{line.company.name}</span>}
                </td>
                <Amount fen={line.debitAmount} />
                <Amount fen={line.creditAmount} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {t('sheet.total')} <span lang="zh">{capitalAmount(debit)}</span>
              </th>
              <Amount fen={debit} mark="¥" />
              <Amount fen={sumOf(lines, 'creditAmount')} mark="¥" />
            </tr>
          </tfoot>
        </table>
      </div>
      <p className={styles.head}>
        <span>{t('sheet.poster', { name: voucher.poster ?? '' })}</span>
        <span>{t('sheet.approver', { name: voucher.approver ?? '' })}</span>
        <span>{t('sheet.maker', { name: voucher.maker })}</span>
      </p>
    </section>
  );
}

function sumOf(lines: readonly VoucherLine[], side: 'debitAmount' | 'creditAmount'): number {
  return lines.reduce((sum, line) => sum + line[side], 0);
}

function Amount({ fen, mark = '' }: { fen: number; mark?: string }) {
  return (
    <td className={styles.amount}>
      {fen !== 0 && <span className="visually-hidden">{yuanText(fen)}</span>}
      <Digits digits={digitsInColumns(fen, mark)} />
    </td>
  );
}

const places = [...digitColumns.keys()];

/** What stands in the ruled columns; who can't see them is told the amount. */
function Digits({ digits }: { digits: readonly string[] }) {
  return (
    <span className={styles.digits} aria-hidden>
      {places.map((at) => (
        <span key={at}>{digits[at]}</span>
      ))}
    </span>
  );
}
