import type { ReactNode } from 'react';
import styles from './drawer-footer.module.css';

/** What can be done with the record of a drawer, in the bar at its bottom. */
export function DrawerFooter({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
