import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './popover-button.module.css';

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

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('keydown', closeByKey);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('keydown', closeByKey);
    };
  }, [isOpen]);

  return (
    <div ref={root} className={styles.root}>
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
