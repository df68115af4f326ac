import type { Label } from '@xyxlx/contracts/endpoint';
import type { importRow } from '@xyxlx/contracts/job';
import type { TFunction } from 'i18next';
import type { z } from 'zod';
import type { Column } from '../list/column.ts';
import styles from './import-wizard.module.css';

type ImportRow = z.infer<typeof importRow>;

/** The columns of a dry run: the row's number, what is wrong with it or what it will do, then the file's own columns. */
export function importColumns(
  t: TFunction<'kit'>,
  label: (words: Label) => string,
  columns: readonly Label[],
): Column<ImportRow>[] {
  return [
    {
      key: 'row',
      title: t('import.row'),
      leads: true,
      render: ({ row }) => <span className="figures">{row}</span>,
    },
    {
      key: 'outcome',
      title: t('import.outcome'),
      render: ({ problems, note }) =>
        problems.length === 0 ? (
          (note ?? t('import.ok'))
        ) : (
          <span className={styles.problems}>
            {problems.map(({ column, reason }) => (
              <span key={`${column.en} ${reason.en}`}>{`${label(column)}：${label(reason)}`}</span>
            ))}
          </span>
        ),
    },
    ...columns.map((column, index) => ({
      key: `cell-${index}`,
      title: label(column),
      render: ({ cells }: ImportRow) => cells[index] ?? '',
    })),
  ];
}
