import { type ReactNode, useId, useRef, useState } from 'react';
import styles from './popover-button.module.css';
import { useCloseOutside } from './use-close-outside.ts';

interface PopoverButtonProps {
  label: string;
  icon: ReactNode;
  /** What lies below the button; `close` takes it away. */
  children(close: () => void): ReactNode;
}

/** A button with an icon that opens a small panel below itself. */
export function PopoverButton({ label, icon, children }: PopoverButtonProps) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);

  useCloseOutside(root, isOpen, () => setOpen(false));

  return (
    <div
      ref={root}
      role="none"
      className={styles.root}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setOpen(false);
      }}
    >
      <button
        type="button"
        className={styles.button}
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {icon}
      </button>
      {isOpen && (
        <section id={id} aria-label={label} className={styles.panel}>
          {children(() => setOpen(false))}
        </section>
      )}
    </div>
  );
}
