import type { ReactNode } from 'react';
import { type Cells, cellsOf } from '../list/cells.tsx';
import type { Column } from '../list/column.ts';
import styles from './facts.module.css';

interface FactsProps<Row> {
  record: Row;
  /** The record's fields, as a list has its columns; what is false is left out. */
  facts(cell: Cells<Row>): readonly (Column<Row> | false | null | undefined)[];
  title?: string;
}

/** A record's fields, name beside value, each as a list shows it; an empty one shows a dash. */
export function Facts<Row>({ record, facts, title }: FactsProps<Row>) {
  return (
    <section className={styles.facts}>
      {title && <h3 className={styles.title}>{title}</h3>}
      <dl className={styles.list}>
        {facts(cellsOf<Row>()).map(
          (fact) =>
            fact && (
              <div key={fact.key} className={styles.fact}>
                <dt>{fact.title}</dt>
                <dd>{shown(fact.render(record))}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

function shown(value: ReactNode): ReactNode {
  return value === null || value === undefined || value === false || value === '' ? '—' : value;
}
