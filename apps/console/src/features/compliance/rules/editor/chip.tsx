import { Popover } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import styles from '../rules.module.css';

interface ChipProps {
  /** What it is about, for who can't see the sentence around. */
  label: string;
  text: string;
  /** Its fields, which are shown below it. */
  children: ReactNode;
}

/** Words of a sentence that are pressed to change them; Escape leads back. */
export function Chip({ label, text, children }: ChipProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      trigger="click"
      open={isOpen}
      onOpenChange={setOpen}
      destroyOnHidden
      title={label}
      content={
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape in any of the fields closes them all
        <div
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            setOpen(false);
          }}
        >
          {children}
        </div>
      }
    >
      <button type="button" className={styles.chip} aria-label={`${label}: ${text}`} aria-expanded={isOpen}>
        {text}
      </button>
    </Popover>
  );
}
