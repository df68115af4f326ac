import { useEffect, useRef } from 'react';
import styles from './key-hint.module.css';
import { useShortcut } from './use-shortcut.ts';

/** Inside a button: the key that presses it, which it answers to; shown where there is a keyboard, and told to screen readers. */
export function KeyHint({ name }: { name: string }) {
  const hint = useRef<HTMLElement>(null);
  const button = () => hint.current?.closest('button');
  useShortcut(name, () => button()?.click());
  useEffect(() => {
    const around = hint.current?.closest('button');
    around?.setAttribute('aria-keyshortcuts', name);
    return () => around?.removeAttribute('aria-keyshortcuts');
  }, [name]);
  return (
    <span ref={hint} className={styles.key} aria-hidden="true">
      {name}
    </span>
  );
}
