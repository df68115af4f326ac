import { differenceText, yuanText } from '../lib/money.ts';
import styles from './money.module.css';

interface MoneyProps {
  fen: number;
  /** Shows a sign and a colour: more or less than before. */
  difference?: boolean;
}

/** An amount in yuan, in figures of one width; zero stands back. */
export function Money({ fen, difference = false }: MoneyProps) {
  const tone = difference && fen !== 0 ? (fen > 0 ? 'more' : 'less') : fen === 0 ? 'zero' : 'plain';
  return (
    <span className={styles.money} data-tone={tone}>
      {difference ? differenceText(fen) : yuanText(fen)}
    </span>
  );
}
