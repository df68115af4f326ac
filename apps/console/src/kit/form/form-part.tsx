import type { ReactNode } from 'react';
import styles from './form-part.module.css';

interface FormPartProps {
  title: string;
  children: ReactNode;
}

/** Fields of a long form that belong together, below what they are about. */
export function FormPart({ title, children }: FormPartProps) {
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      {children}
    </section>
  );
}
