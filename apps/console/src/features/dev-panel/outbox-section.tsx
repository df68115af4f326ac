import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { momentText } from '../../lib/time.ts';
import styles from './dev-panel.module.css';
import { Section } from './section.tsx';

// Polled without the full-screen indicator.
const polled = { refetchInterval: 3000, trpc: { context: { background: true } } };

/** The messages sent, codes and others, newest first: the outbox stands in for a phone. */
export function OutboxSection() {
  const { t } = useTranslation('dev-panel');
  const messages = useQuery(api.dev.outbox.queryOptions({}, polled));
  const list = messages.data?.list.slice(0, 5) ?? [];
  return (
    <Section title={t('outbox.title')}>
      {list.length === 0 && <p className={styles.words}>{t('outbox.empty')}</p>}
      <ul className={styles.list}>
        {list.map(({ id, mobile, code, text, createdAt }) => (
          <li key={id}>
            {code === null ? <span>{text}</span> : <strong className="figures">{code}</strong>}
            <span className="figures">{mobile}</span>
            <time dateTime={createdAt} className="figures">
              {momentText(createdAt)}
            </time>
          </li>
        ))}
      </ul>
    </Section>
  );
}
