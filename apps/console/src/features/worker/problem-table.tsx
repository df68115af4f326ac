import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { problemReasons, type RowProblem, sheetColumns } from './check-rows.ts';
import styles from './worker-page.module.css';

/** In pixels; the style sheet gives every row this height. */
const rowHeight = 36;
const shownHeight = 480;
/** Rows beside those in sight: a scroll shows them before the next ones are there. */
const spare = 10;
/** As many as are in the page at most. */
const slots = Math.ceil(shownHeight / rowHeight) + 1 + 2 * spare;

/** Thousands of problems, of which only those in sight and a few beside are in the page. */
export function ProblemTable({ problems }: { problems: readonly RowProblem[] }) {
  const { t } = useTranslation('worker');
  const region = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: problems.length,
    getScrollElement: () => region.current,
    estimateSize: () => rowHeight,
    overscan: spare,
  });
  const words = useMemo(
    () =>
      new Map<string, string>([
        ...sheetColumns.map((column) => [column, t(`column.${column}`)] as const),
        ...problemReasons.map((reason) => [reason, t(`reason.${reason}`)] as const),
      ]),
    [t],
  );
  const shown = virtual.getVirtualItems();
  return (
    <section
      ref={region}
      aria-label={t('report.problems')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      className={styles.scroll}
      style={{ maxHeight: shownHeight }}
    >
      <div
        className={styles.whole}
        style={{ height: virtual.getTotalSize() + rowHeight, paddingTop: shown[0]?.start ?? 0 }}
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
            {shown.map(({ index }) => {
              const problem = problems[index];
              // A row that leaves becomes one that comes in: other texts cost less than other elements.
              return problem && <Row key={index % slots} problem={problem} index={index} words={words} />;
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface RowProps {
  problem: RowProblem;
  index: number;
  /** What columns and reasons are called. */
  words: ReadonlyMap<string, string>;
}

const Row = memo(function Row({ problem, index, words }: RowProps) {
  return (
    <tr aria-rowindex={index + 2}>
      <td className="figures">{problem.row}</td>
      <td>{words.get(problem.column)}</td>
      <td className={styles.value} title={problem.value}>
        {problem.value}
      </td>
      <td>{words.get(problem.reason)}</td>
    </tr>
  );
});
