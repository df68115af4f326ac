import { type KeyboardEvent, type ReactNode, useId } from 'react';
import styles from './tab-bar.module.css';

interface TabBarProps<K extends string> {
  label: string;
  tabs: readonly { key: K; label: string }[];
  current: K;
  onChange(key: K): void;
  /** What the current tab shows. */
  children: ReactNode;
}

/** Tabs over a part of a screen; the one that is shown is the only one there is. */
export function TabBar<K extends string>({ label, tabs, current, onChange, children }: TabBarProps<K>) {
  const id = useId();

  function steer(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = tabs.findIndex(({ key }) => key === current);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onChange(next.key);
    document.getElementById(`${id}-${next.key}`)?.focus();
  }

  return (
    <>
      <div role="tablist" aria-label={label} className={styles.bar} onKeyDown={steer}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            id={`${id}-${tab.key}`}
            type="button"
            role="tab"
            aria-selected={tab.key === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab.key === current ? 0 : -1}
            className={styles.tab}
            onClick={() => onChange(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div key={current} id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${current}`}>
        {children}
      </div>
    </>
  );
}
