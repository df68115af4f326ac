import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowProblem } from './check-rows.ts';
import styles from './worker-page.module.css';

/** In pixels; the style sheet gives every row this height. */
const rowHeight = 36;
const shownHeight = 480;
/** Rows beside those in sight: a scroll shows them before the next ones are there. */
const spare = 10;
const rendered = Math.ceil(shownHeight / rowHeight) + 2 * spare;

/** Thousands of problems, of which only those in sight and a few beside are in the page. */
export function ProblemTable({ problems }: { problems: readonly RowProblem[] }) {
  const { t } = useTranslation('worker');
  const [first, setFirst] = useState(0);
  const rows = problems.slice(first, first + rendered);

  function follow(top: number): void {
    // In steps: most of the scrolling then renders nothing.
    const step = Math.floor(top / rowHeight / spare) * spare - spare;
    setFirst(Math.max(0, Math.min(step, problems.length - rendered)));
  }

  return (
    <section
      aria-label={t('report.problems')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      className={styles.scroll}
      style={{ maxHeight: shownHeight }}
      onScroll={({ currentTarget }) => follow(currentTarget.scrollTop)}
    >
      <div
        className={styles.whole}
        style={{ height: (problems.length + 1) * rowHeight, paddingTop: first * rowHeight }}
      >
        <table className={styles.problems} aria-rowcount={problems.length + 1}>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">{t('problem.row')}</th>
              <th scope="col">{t('problem.column')}</th>
              <th scope="col">{t('problem.value')}</th>
              <th scope="col">{t('problem.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, column, value, reason }, at) => (
              <tr key={`${row}-${column}`} aria-rowindex={first + at + 2}>
                <td className="figures">{row}</td>
                <td>{t(`column.${column}`)}</td>
                <td className={styles.value} title={value}>
                  {value}
                </td>
                <td>{t(`reason.${reason}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
