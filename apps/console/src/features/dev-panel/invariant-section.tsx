import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PlainButton } from '../../kit/plain-button.tsx';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import styles from './dev-panel.module.css';
import { Section } from './section.tsx';

/** Checks what must always hold, on demand. */
export function InvariantSection() {
  const { t } = useTranslation('dev-panel');
  const label = useLabel();
  const checked = useQuery(api.dev.invariants.queryOptions(undefined, { enabled: false }));
  return (
    <Section title={t('invariant.title')}>
      <div className={styles.buttons}>
        <PlainButton size="small" busy={checked.isFetching} onClick={() => checked.refetch()}>
          {t('invariant.check')}
        </PlainButton>
      </div>
      <ul className={styles.list} aria-live="polite">
        {checked.data?.list.map((statement) => (
          <li key={statement.name} data-ok={statement.ok}>
            <strong>{statement.ok ? '✓' : '✗'}</strong>
            <span>
              {label(statement.label)}
              {!statement.ok && ` · ${statement.examples.join('，')}`}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
