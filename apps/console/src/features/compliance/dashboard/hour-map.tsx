import type { ComplianceDashboard } from '@xyxlx/contracts/compliance-dashboard';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../../lib/i18n.ts';
import { countText } from '../../../lib/money.ts';
import styles from './dashboard.module.css';

const weekdays = [1, 2, 3, 4, 5, 6, 7];
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** When what alerts are about happens, by weekday and hour: a table whose cells are the darker the more there are. */
export function HourMap({ hours: found }: { hours: ComplianceDashboard['hours'] }) {
  const { t } = useTranslation('compliance/dashboard');
  const counts = new Map(found.map(({ weekday, hour, alerts }) => [keyOf(weekday, hour), alerts]));
  const most = Math.max(1, ...counts.values());
  return (
    <div className={styles.card}>
      <h3>{t('hours.title')}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard. */}
      <section className={styles.scroll} aria-label={t('hours.title')} tabIndex={0}>
        <table className={styles.hours}>
          <caption className="visually-hidden">{t('hours.caption')}</caption>
          <thead>
            <tr>
              <td />
              {hours.map((hour) => (
                <th key={hour} scope="col">
                  {hour}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weekdays.map((weekday) => (
              <tr key={weekday}>
                <th scope="row">{weekdayName(weekday)}</th>
                {hours.map((hour) => (
                  <Cell key={hour} count={counts.get(keyOf(weekday, hour)) ?? 0} most={most} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function Cell({ count, most }: { count: number; most: number }) {
  if (count === 0) {
    return (
      <td>
        <span className="visually-hidden">0</span>
      </td>
    );
  }
  // No darker than its number stays legible on, in both schemes.
  const share = `${Math.round(8 + (count / most) * 37)}%`;
  return <td style={{ '--share': share } as CSSProperties}>{countText(count)}</td>;
}

function keyOf(weekday: number, hour: number): string {
  return `${weekday} ${hour}`;
}

function weekdayName(weekday: number): string {
  const locale = currentLanguage() === 'zh' ? 'zh-CN' : 'en-US';
  // 2026-06-01 is a Monday.
  return new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2026, 5, weekday)),
  );
}
