import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Guilloche } from './guilloche.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import styles from './public-frame.module.css';

/** The two-sided page of the public screens: the product on the left, the task on the right. */
export function PublicFrame({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: string;
  children: ReactNode;
}) {
  const { t } = useTranslation('common');
  return (
    <div className={styles.frame}>
      <aside className={styles.side}>
        <Guilloche className={styles.ornament} />
        <p className={styles.mark}>XYXLX</p>
        <div className={styles.words}>
          <p className={styles.name}>{t('product.name')}</p>
          <p className={styles.claim}>{t('product.claim')}</p>
        </div>
      </aside>
      <main className={styles.main}>
        <div className={styles.top}>
          <LanguageSwitch />
        </div>
        <div className={styles.task}>
          <h1 className={styles.title}>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
          {children}
        </div>
      </main>
    </div>
  );
}
