import type { MouseEvent, ReactNode } from 'react';
import { reportFailure } from '../lib/failure.ts';
import type { Go } from '../lib/go.ts';
import styles from './plain-button.module.css';

interface GoLinkProps {
  to: string;
  go: Go;
  /** Where it looks like a button. */
  look?: 'quiet';
  children: ReactNode;
}

/** A link on a page that is also shown without the router, whose own links need it. */
export function GoLink({ to, go, look, children }: GoLinkProps) {
  async function follow(event: MouseEvent): Promise<void> {
    // In another tab or window the browser opens it.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    try {
      await go(to);
    } catch (error) {
      reportFailure(error);
    }
  }

  return (
    <a href={to} className={look && `${styles.button} ${styles[look]}`} onClick={follow}>
      {children}
    </a>
  );
}
