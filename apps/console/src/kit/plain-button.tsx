import type { ButtonHTMLAttributes } from 'react';
import styles from './plain-button.module.css';

interface PlainButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  look?: 'primary' | 'quiet';
  busy?: boolean;
}

/** A button for pages that load without antd; a busy one says so and takes no second press. */
export function PlainButton({
  look = 'quiet',
  busy = false,
  type = 'button',
  disabled,
  ...rest
}: PlainButtonProps) {
  return (
    <button
      type={type}
      className={`${styles.button} ${styles[look]}`}
      aria-busy={busy}
      disabled={busy || disabled}
      {...rest}
    />
  );
}
