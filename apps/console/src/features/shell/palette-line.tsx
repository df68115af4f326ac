import { Money } from '../../kit/money.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import styles from './command-palette.module.css';
import type { PaletteEntry } from './palette-entries.ts';

interface PaletteLineProps {
  id: string;
  entry: PaletteEntry;
  isChosen: boolean;
  onPoint(): void;
  onGo(): void;
}

/** One line of the palette; a record with its number, state and amount. */
export function PaletteLine({ id, entry, isChosen, onPoint, onGo }: PaletteLineProps) {
  const { title, hint, record } = entry;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard works through the field above.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={styles.entry}
      onPointerMove={onPoint}
      onClick={onGo}
    >
      <span className={styles.name}>
        {record?.number && <span className={`figures ${styles.number}`}>{record.number}</span>}
        {title}
      </span>
      {hint && <span className={styles.hint}>{hint}</span>}
      {record && (
        <span className={styles.standing}>
          {record.amount !== null && <Money fen={record.amount} />}
          <StateTag words={{ ...record.state.words, tone: record.state.tone }} />
        </span>
      )}
    </div>
  );
}
