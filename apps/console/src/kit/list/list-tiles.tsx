import type { ReactNode } from 'react';
import type { Identified } from './list.tsx';
import styles from './list-tiles.module.css';

interface ListTilesProps<Row> {
  /** What the list holds, for screen readers. */
  label: string;
  rows: readonly Row[];
  tile(row: Row): ReactNode;
  onOpen: ((row: Row) => void) | undefined;
}

/** The records of a page as tiles beside each other, as many as there is room for. */
export function ListTiles<Row extends Identified>({ label, rows, tile, onOpen }: ListTilesProps<Row>) {
  return (
    <ul className={styles.tiles} aria-label={label}>
      {rows.map((row) => (
        <li key={row.id}>
          {onOpen ? (
            <button type="button" className={styles.tile} onClick={() => onOpen(row)}>
              {tile(row)}
            </button>
          ) : (
            <div className={styles.tile}>{tile(row)}</div>
          )}
        </li>
      ))}
    </ul>
  );
}
