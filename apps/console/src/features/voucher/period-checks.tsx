import { useQuery } from '@tanstack/react-query';
import { paths } from '@xyxlx/contracts/paths';
import {
  type PeriodCheck,
  type PeriodRow,
  periodCheckWords,
  type voucherPeriod,
} from '@xyxlx/contracts/voucher-period';
import { Alert, Skeleton } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { z } from 'zod';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { ApprovalNotice } from '../../kit/approval/approval-notice.tsx';
import { DecisionLink } from '../../kit/approval/decision-link.tsx';
import { ToneTag } from '../../kit/tone-tag.tsx';
import { TrendChart } from '../../kit/trend-chart.tsx';
import { api, client } from '../../lib/api.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { labelText } from '../../lib/label.ts';
import { amountText, shortYuan } from '../../lib/money.ts';
import styles from './period-tiles.module.css';
import { voucherAreas } from './voucher-areas.ts';

type PeriodCheckAnswer = z.output<typeof voucherPeriod.checkPeriod.output>;

/** One month: what hinders its closing, what is not posted by day, and asking to close or reopen it. */
export function PeriodChecks({ row }: { row: PeriodRow }) {
  const { t } = useTranslation('voucher');
  const { data } = useQuery(api.voucher.checkPeriod.queryOptions({ period: row.period }));
  const approval = useQuery({
    ...api.approval.getApproval.queryOptions({ id: row.approvalId ?? '' }),
    enabled: row.approvalId !== null,
  }).data;
  return (
    <section className={styles.checks} aria-label={t('period.checks', { period: row.period })}>
      <div className={styles.head}>
        <h3>{t('period.checks', { period: row.period })}</h3>
        <div className={styles.head}>
          <Link to={`${paths.voucher}?period=${row.period}`}>{t('period.show')}</Link>
          <RecordActions
            record={{ ...row, id: row.period }}
            nameOf={({ period }) => period}
            actions={periodActions(t)}
          />
          <DecisionLink approval={approval} />
        </div>
      </div>
      {approval && <ApprovalNotice approval={approval} />}
      {row.hindrance && <Alert type="warning" showIcon title={row.hindrance} />}
      {!data && <Skeleton active paragraph={{ rows: 5 }} />}
      {data && (
        <ul className={styles.list}>
          {data.checks.map(({ check, ok, count, details }) => (
            <li key={check}>
              <ToneTag tone={ok ? 'good' : 'bad'}>
                {ok ? '✓' : '✗'} {ok ? labelText(periodCheckWords[check]) : failedText(check, count)}
              </ToneTag>{' '}
              {!ok && check === 'VOUCHERS_POSTED' && (
                <Link to={`${paths.voucher}?period=${row.period}&state=DRAFT,PENDING,APPROVED`}>
                  {t('period.showUnposted')}
                </Link>
              )}
              {details.length > 0 && (
                <ul className={styles.details}>
                  {details.map((detail) => (
                    <li key={detail}>{detail}</li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      )}
      {data && data.unposted.length > 0 && <Unposted period={row.period} days={data.unposted} />}
    </section>
  );

  function failedText(check: PeriodCheck, count: number): string {
    return t('period.failed', { check: labelText(periodCheckWords[check]), count });
  }
}

/** What is not posted, on each day of the month. */
function Unposted({ period, days }: { period: string; days: PeriodCheckAnswer['unposted'] }) {
  const { t } = useTranslation('voucher');
  const [year = 0, month = 0] = period.split('-').map(Number);
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const points = Array.from({ length: last }, (_, at) => `${period}-${String(at + 1).padStart(2, '0')}`);
  const known = new Map(days.map((one) => [one.day, one]));
  return (
    <section>
      <h4>{t('period.unpostedByDay')}</h4>
      <TrendChart
        label={t('period.unpostedByDay')}
        points={points}
        series={[
          {
            key: 'voucher',
            label: t('period.ofVouchers'),
            color: 'var(--brand)',
            isArea: true,
            values: points.map((day) => known.get(day)?.voucherAmount ?? 0),
          },
          {
            key: 'posting',
            label: t('period.ofPostings'),
            color: 'var(--accent)',
            isArea: true,
            values: points.map((day) => known.get(day)?.postingAmount ?? 0),
          },
        ]}
        isStacked
        pointText={(day) => day.slice(5)}
        axisText={(fen) => shortYuan(fen, currentLanguage())}
        valueText={amountText}
      />
    </section>
  );
}

/** A month is closed and reopened by two people. */
function periodActions(t: TFunction<'voucher'>): RecordAction<PeriodRow & { id: string }>[] {
  return [
    {
      name: 'closePeriod',
      permission: 'voucher.close',
      offered: ({ state, isOver, requested }) => state === 'OPEN' && isOver && requested === null,
      label: t('period.close'),
      look: 'primary',
      done: t('period.asked'),
      ask: { words: t('period.close.words') },
      one: ({ period }, _given, call) => client.voucher.closePeriod.mutate({ period }, call),
      affects: voucherAreas,
    },
    {
      name: 'reopenPeriod',
      permission: 'voucher.close',
      offered: ({ state, requested }) => state === 'CLOSED' && requested === null,
      label: t('period.reopen'),
      look: 'danger',
      done: t('period.asked'),
      ask: { words: t('period.reopen.words'), reason: 'needed' },
      one: ({ period }, { reason }, call) => client.voucher.reopenPeriod.mutate({ period, reason }, call),
      affects: voucherAreas,
    },
  ];
}
