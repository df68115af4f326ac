import type { ReactNode } from 'react';
import styles from './page.module.css';

interface PageProps {
  title: string;
  /** One sentence on what the screen is for. */
  lead?: string;
  /** The screen's main actions, at the right of its title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A screen behind sign-in: its title and its parts, one below the other. */
export function Page({ title, lead, actions, children }: PageProps) {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1 className={styles.title}>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
