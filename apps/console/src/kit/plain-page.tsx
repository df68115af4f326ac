import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LanguageSwitch } from './language-switch.tsx';
import styles from './plain-page.module.css';

interface PlainPageProps {
  title: string;
  lead: string;
  children: ReactNode;
}

/** A page outside the layout that needs its whole width. */
export function PlainPage({ title, lead, children }: PlainPageProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <Link to="/" className={styles.brand}>
          <span className={styles.mark}>XYXLX</span>
          <span>{t('product.name')}</span>
        </Link>
        <LanguageSwitch />
      </header>
      <main className={styles.main}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        {children}
      </main>
    </div>
  );
}
