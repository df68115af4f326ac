import type { ComplianceDashboard } from '@xyxlx/contracts/compliance-dashboard';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Span } from '../../../kit/filters/days.ts';
import { RowsTable } from '../../../kit/list/rows-table.tsx';
import { countText } from '../../../lib/money.ts';
import { Plot } from '../cases/plot.tsx';
import { alertPoints } from './alert-points.ts';
import styles from './dashboard.module.css';
import { RuleLooks, RuleMark } from './rule-looks.tsx';
import { toAlerts } from './ways.ts';

const AlertBars = lazy(async () => ({ default: (await import('./alert-bars.tsx')).AlertBars }));

/** The alerts of each day, or week of a long span, stacked by the rule that found them. */
export function AlertsADay({ alerts, span }: { alerts: ComplianceDashboard['alerts']; span: Span }) {
  const { t } = useTranslation('compliance/dashboard');
  const { points, series, suppressed } = alertPoints(alerts, span);
  const isByWeek = points.some(([from, to]) => from !== to);
  const title = t(isByWeek ? 'alerts.aWeek' : 'alerts.aDay');
  const name = (place: number) => {
    const rule = series[place]?.rule;
    return rule ? `${rule.code} ${rule.name}` : t('alerts.others');
  };
  const pointText = (place: number) => {
    const [from, to] = points[place] ?? ['', ''];
    return from === to ? from : t('span.of', { from, to });
  };
  const rows = points.map((days, place) => ({
    ...{ days, place, name: pointText(place), suppressed: suppressed[place] ?? 0 },
    alerts: series.reduce((sum, { values }) => sum + (values[place] ?? 0), 0),
  }));
  const total = rows.reduce((sum, row) => sum + row.alerts, 0);
  return (
    <Plot
      title={title}
      label={t('alerts.label', { total: countText(total), rules: countText(series.length) })}
      height={260}
      legend={
        <>
          <RuleLooks />
          <ul className={styles.legend}>
            {series.map(({ rule }, place) => (
              <li key={rule?.id ?? 'others'}>
                <RuleMark place={place} />
                {rule ? <Link to={toAlerts({ span, ruleId: rule.id })}>{name(place)}</Link> : name(place)}
              </li>
            ))}
          </ul>
        </>
      }
      drawing={
        series.length === 0 ? (
          <p className={styles.none}>{t('alerts.none')}</p>
        ) : (
          <AlertBars points={points} series={series} seriesName={name} pointText={pointText} />
        )
      }
      table={
        <RowsTable
          name="complianceAlertDay"
          label={title}
          rows={rows.filter((row) => row.alerts + row.suppressed > 0).toReversed()}
          rowId={(row) => row.name}
          columns={(cell) => [
            cell.place('day', t(isByWeek ? 'alerts.week' : 'alerts.day'), (row) => (
              <Link to={toAlerts({ span: row.days })} className="figures">
                {row.name}
              </Link>
            )),
            ...series.map(({ rule, values }, at) =>
              cell.count(rule?.id ?? 'others', name(at), ({ place }) => values[place]),
            ),
            cell.count('alerts', t('alerts.total'), (row) => row.alerts),
            cell.count('suppressed', t('alerts.suppressed'), (row) => row.suppressed),
          ]}
        />
      }
    />
  );
}
