import type { operationLog as contract } from '@xyxlx/contracts/operation-log';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useLabel } from '../../lib/label.ts';
import styles from './change-table.module.css';
import { readableChange, valueAt } from './readable-change.ts';
import { fieldLabel } from './record-words.ts';

type Detail = z.infer<typeof contract.getOperationLog.output>;

/** What an operation changed, field by field: what was there struck out, what is there now beside it; what has no before, alone. */
export function ChangeTable({ log: { changes, before, after, module, target, failure } }: { log: Detail }) {
  const { t } = useTranslation('operation-log');
  const label = useLabel();
  if (changes.length === 0)
    return <p className={styles.none}>{t(failure ? 'detail.none.done' : 'detail.none.changes')}</p>;
  const valueHeading = failure ? 'change.wanted' : before ? 'change.after' : 'change.content';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className={styles.scroll} aria-label={t('detail.changes')} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('change.field')}</th>
            {before && <th scope="col">{t('change.before')}</th>}
            <th scope="col">{t(valueHeading)}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field }) => {
            const values = { before: valueAt(before, field), after: valueAt(after, field) };
            const area = target.type === 'export' ? module : target.type;
            const change = readableChange(field, area, values, label);
            return (
              <tr key={field}>
                <th scope="row" title={field}>
                  {label(fieldLabel(field))}
                </th>
                {before && (
                  <td>
                    {change.before.length === 0 && <span className={styles.none}>—</span>}
                    {change.before.map((text) => (
                      <del key={text}>{text}</del>
                    ))}
                  </td>
                )}
                <td>
                  {change.after.length === 0 && change.same === 0 && <span className={styles.none}>—</span>}
                  {change.after.map((text) => (
                    <ins key={text}>{text}</ins>
                  ))}
                  {change.same > 0 && <small>{t('change.same', { count: change.same })}</small>}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
