import type { ButtonHTMLAttributes } from 'react';
import styles from './plain-button.module.css';

interface PlainButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  look?: 'primary' | 'quiet';
  size?: 'large' | 'small';
  busy?: boolean;
}

/** A button that does without antd; a busy one says so and takes no second press. */
export function PlainButton({
  look = 'quiet',
  size = 'large',
  busy = false,
  type = 'button',
  disabled,
  ...rest
}: PlainButtonProps) {
  return (
    <button
      type={type}
      className={`${styles.button} ${styles[look]} ${size === 'small' ? styles.small : ''}`}
      aria-busy={busy}
      disabled={busy || disabled}
      {...rest}
    />
  );
}
