import { weekdayWords } from '@xyxlx/contracts/rule-condition';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/i18n.ts';
import { useLabel } from '../../lib/label.ts';
import styles from './calendar.module.css';
import { type ShownDay, weeksOf } from './month-days.ts';

interface MonthTableProps {
  /** As 2026-10. */
  month: string;
  said: Parameters<typeof weeksOf>[1];
  /** Without it days can only be read. */
  onDay?: ((day: ShownDay) => void) | undefined;
}

/** A month, its days off and worked told by colour and word. */
export function MonthTable({ month, said, onDay }: MonthTableProps) {
  const { t } = useTranslation('work-calendar');
  const label = useLabel();
  const weeks = weeksOf(month, said);
  const count = weeks.flat().filter((one) => one?.isWorked).length;
  return (
    <table className={styles.month}>
      <caption className={styles.caption}>
        <span>
          {new Intl.DateTimeFormat(currentLanguage(), { month: 'short', timeZone: 'UTC' }).format(
            new Date(month),
          )}
        </span>
        <small>{t('month.workDays', { count })}</small>
      </caption>
      <thead>
        <tr>
          {Object.values(weekdayWords).map((words) => (
            <th key={words.en} scope="col">
              {label(words).replace(/^周/, '')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week.find((one) => one)?.day}>
            {week.map((one, weekday) =>
              one ? (
                <td key={one.day}>
                  <Day shown={one} onDay={onDay} />
                </td>
              ) : (
                <td key={`${month}-${weekdayKeys[weekday]}`} />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const weekdayKeys = Object.keys(weekdayWords);

function Day({ shown, onDay }: { shown: ShownDay; onDay: MonthTableProps['onDay'] }) {
  const { t } = useTranslation('work-calendar');
  const { day, kind, name, isOwn, isWorked } = shown;
  const words = name || t(isWorked ? 'day.usual' : 'day.rest');
  const looks = {
    className: styles.day,
    'data-kind': kind ?? (isWorked ? undefined : 'REST'),
    'data-own': isOwn || undefined,
    title: name || undefined,
    'aria-label': t('day.label', { day, words }),
  };
  const number = Number(day.slice(8));
  return onDay ? (
    <button type="button" {...looks} onClick={() => onDay(shown)}>
      {number}
    </button>
  ) : (
    <span role="img" {...looks}>
      {number}
    </span>
  );
}
