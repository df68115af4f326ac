import type { Label } from '@xyxlx/contracts/endpoint';
import type { importRow, Job } from '@xyxlx/contracts/job';
import { Input } from 'antd';
import type { TFunction } from 'i18next';
import type { z } from 'zod';
import type { Column } from '../list/column.ts';
import styles from './import-wizard.module.css';
import type { MendedRows } from './use-mended-rows.ts';

type ImportRow = z.infer<typeof importRow>;

/**
 * The columns of a dry run: the row's number, what is wrong with it or what it will do, then the file's own columns; those of bad rows are
 * fields where they can be mended.
 */
export function importColumns(
  t: TFunction<'kit/import'>,
  label: (words: Label) => string,
  { report, canMend }: Pick<Job, 'report' | 'canMend'>,
  mended: MendedRows,
): Column<ImportRow>[] {
  return [
    {
      key: 'row',
      title: t('row'),
      leads: true,
      render: ({ row }) => <span className="figures">{row}</span>,
    },
    {
      key: 'outcome',
      title: t('outcome'),
      render: ({ problems, note }) =>
        problems.length === 0 ? (
          (note ?? t('ok'))
        ) : (
          <span className={styles.problems}>
            {problems.map(({ column, reason }) => (
              <span key={`${column.en} ${reason.en}`}>{`${label(column)}：${label(reason)}`}</span>
            ))}
          </span>
        ),
    },
    ...(report?.columns ?? []).map((column, index) => ({
      key: `cell-${index}`,
      title: label(column),
      render: ({ row, cells, typed, problems }: ImportRow) => {
        if (!canMend || !column.canMend || !typed) return cells[index] ?? '';
        const inFile = typed[index] ?? '';
        const isWrong = problems.some((problem) => problem.column.en === column.en);
        return (
          <Input
            size="small"
            className={styles.cell ?? ''}
            aria-label={t('cell', { row, column: label(column) })}
            aria-invalid={isWrong}
            {...(isWrong && { status: 'error' as const })}
            value={mended.text(row, index) ?? inFile}
            maxLength={1000}
            onChange={({ target }) => mended.type(row, index, target.value, inFile)}
          />
        );
      },
    })),
  ];
}
