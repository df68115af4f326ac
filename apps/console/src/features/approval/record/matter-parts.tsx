import type { ApprovalDetail } from '@xyxlx/contracts/approval';
import type { MatterPart, MatterValue } from '@xyxlx/contracts/approval-matter';
import { useTranslation } from 'react-i18next';
import { ApprovalChanges } from '../../../kit/approval/approval-changes.tsx';
import { Facts } from '../../../kit/detail/facts.tsx';
import { useLabel } from '../../../lib/label.ts';
import { countText } from '../../../lib/money.ts';
import { Value } from './matter-value.tsx';
import styles from './record.module.css';

/** What an approval is about, part by part, in the order in which its area tells it. */
export function MatterParts({ approval, parts }: { approval: ApprovalDetail; parts: readonly MatterPart[] }) {
  const { t } = useTranslation('approval');
  if (parts.length === 0) return <p className={styles.hint}>{t('matter.gone')}</p>;
  return parts.map((part, n) => {
    const key = `${part.type} ${n}`;
    if (part.type === 'facts') return <FactList key={key} part={part} />;
    if (part.type === 'rows') return <Rows key={key} part={part} />;
    // Changes of columns can be masked, and shown to whoever decides.
    if (approval.changes.length > 0) return <ApprovalChanges key={key} approval={approval} />;
    return <Changes key={key} part={part} />;
  });
}

type PartOf<Type extends MatterPart['type']> = Extract<MatterPart, { type: Type }>;

function FactList({ part: { facts } }: { part: PartOf<'facts'> }) {
  const { t } = useTranslation('approval');
  const label = useLabel();
  return (
    <Facts
      record={facts}
      title={t('matter.facts')}
      facts={(cell) =>
        facts.map(({ label: words, value }) =>
          cell.custom(label(words), label(words), () => <Value of={value} />),
        )
      }
    />
  );
}

function Changes({ part: { changes } }: { part: PartOf<'changes'> }) {
  const { t } = useTranslation('approval');
  const label = useLabel();
  const isOther = (before: MatterValue, after: MatterValue) =>
    JSON.stringify(before) !== JSON.stringify(after);
  return (
    <section className={styles.part}>
      <h3>{t('matter.changes')}</h3>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('matter.field')}</th>
              <th scope="col">{t('matter.before')}</th>
              <th scope="col">{t('matter.after')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ label: words, before, after }) => (
              <tr key={words.zh} data-changed={isOther(before, after)}>
                <th scope="row">{label(words)}</th>
                <td>
                  <Value of={before} />
                </td>
                <td>
                  <Value of={after} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Rows({ part: { title, columns, rows, total } }: { part: PartOf<'rows'> }) {
  const { t } = useTranslation('approval');
  const label = useLabel();
  const aligns = columns.map((_, at) => alignOf(rows, at));
  const counts = { title: label(title), total: countText(total), shown: countText(rows.length) };
  return (
    <section className={styles.part}>
      <h3>{t(rows.length < total ? 'matter.rowsFirst' : 'matter.rows', counts)}</h3>
      {rows.length === 0 ? (
        <p className={styles.hint}>{t('matter.noRows')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        <section className={styles.scroll} tabIndex={0} aria-label={label(title)}>
          <table className={styles.table}>
            <thead>
              <tr>
                {columns.map((column, at) => (
                  <th key={column.zh} scope="col" data-align={aligns[at]}>
                    {label(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of a part have no other name, and never move
                <tr key={n}>
                  {row.map((value, at) => (
                    <td key={columns[at]?.zh} data-align={aligns[at]}>
                      <Value of={value} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}

/** Amounts and counts stand at the right of their column. */
function alignOf(rows: readonly (readonly MatterValue[])[], at: number): 'end' | undefined {
  const type = rows.map((row) => row[at]?.type).find((one) => one !== undefined);
  return type === 'money' || type === 'count' ? 'end' : undefined;
}
