import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './menu-button.module.css';
import { useCloseOutside } from './use-close-outside.ts';

interface MenuItem {
  key: string;
  label: ReactNode;
  icon?: ReactNode;
  onChoose(): void;
  /** A line above it. */
  isApart?: boolean;
}

interface MenuButtonProps {
  label: string;
  items: MenuItem[];
  className?: string | undefined;
  children: ReactNode;
}

/** A button that opens a short list of things to do. */
export function MenuButton({ label, items, className, children }: MenuButtonProps) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  useCloseOutside(root, isOpen, () => setOpen(false));

  useEffect(() => {
    if (!isOpen) return;
    root.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }, [isOpen]);

  function close(): void {
    setOpen(false);
    button.current?.focus();
  }

  function steer(event: KeyboardEvent): void {
    if (!isOpen) return;
    if (event.key === 'Escape') close();
    if (event.key === 'Tab') setOpen(false);
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const entries = [...(root.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const at = entries.indexOf(document.activeElement as HTMLElement);
    entries.at((at + step) % entries.length)?.focus();
  }

  return (
    <div ref={root} className={styles.root} onKeyDown={steer} role="none">
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {children}
      </button>
      <div id={id} role="menu" aria-label={label} className={styles.menu} hidden={!isOpen}>
        {items.map((item) => (
          <button
            key={item.key}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={styles.item}
            data-apart={item.isApart}
            onClick={() => {
              close();
              item.onChoose();
            }}
          >
            {item.icon}
            {item.label}
          </button>
        ))}
      </div>
    </div>
  );
}
