import type { ComplianceDashboard } from '@xyxlx/contracts/compliance-dashboard';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Figures } from '../../../kit/figures.tsx';
import type { Span } from '../../../kit/filters/days.ts';
import { countText } from '../../../lib/money.ts';
import styles from './dashboard.module.css';
import { minutesIn } from './minutes-in.ts';
import { toAlerts, toOpenCases, toOverdueCases } from './ways.ts';

interface CaseFiguresProps {
  dashboard: ComplianceDashboard;
  span: Span;
}

/** What there is to do now, what the span brought and what became of it, each with the way to the records. */
export function CaseFigures({ dashboard, span }: CaseFiguresProps) {
  const { t } = useTranslation('compliance/dashboard');
  const { ageing, overdue, alerts, precision, firstAct } = dashboard;
  const open = ageing.hours4 + ageing.hours24 + ageing.hours72 + ageing.more;
  const made = alerts.reduce((sum, row) => sum + row.alerts, 0);
  const suppressed = alerts.reduce((sum, row) => sum + row.suppressed, 0);
  const closed = precision.reduce((sum, row) => sum + row.closed, 0);
  const positive = precision.reduce((sum, row) => sum + row.positive, 0);
  const timeText = (minutes: number | null) => {
    if (minutes === null) return '—';
    const { count, unit } = minutesIn(minutes);
    return t(`time.${unit}`, { count, shown: String(count) });
  };
  const suppressedWords = t('figures.suppressed', { count: suppressed, shown: countText(suppressed) });
  return (
    <Figures
      label={t('figures.title')}
      items={[
        {
          key: 'open',
          label: t('figures.open'),
          value: <Link to={toOpenCases()}>{countText(open)}</Link>,
          hint: t('figures.now'),
        },
        {
          key: 'overdue',
          label: t('figures.overdue'),
          value: (
            <Link to={toOverdueCases()} className={styles.toned ?? ''}>
              {countText(overdue)}
            </Link>
          ),
          hint: t('figures.now'),
          ...(overdue > 0 && { tone: 'bad' as const }),
        },
        {
          key: 'alerts',
          label: t('figures.alerts'),
          value: <Link to={toAlerts({ span })}>{countText(made)}</Link>,
          hint:
            suppressed > 0 ? (
              <Link to={toAlerts({ span, isSuppressed: true })}>{suppressedWords}</Link>
            ) : (
              suppressedWords
            ),
        },
        {
          key: 'closed',
          label: t('figures.closed'),
          value: countText(closed),
          hint: t('figures.positive', { count: positive, shown: countText(positive) }),
        },
        {
          key: 'p50',
          label: t('figures.p50'),
          value: timeText(firstAct.p50),
          hint: t('figures.acted', { count: firstAct.count, shown: countText(firstAct.count) }),
        },
        { key: 'p95', label: t('figures.p95'), value: timeText(firstAct.p95), hint: t('figures.p95.hint') },
      ]}
    />
  );
}
