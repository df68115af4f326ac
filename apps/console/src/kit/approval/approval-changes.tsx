import { useMutation } from '@tanstack/react-query';
import type { ApprovalDetail } from '@xyxlx/contracts/approval';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { RevealButton } from '../detail/reveal-button.tsx';
import styles from './approval-changes.module.css';

/** What an approval changes of a record, old beside new; whoever decides can have shown what is masked. Nothing where it is about a thing as a whole. */
export function ApprovalChanges({ approval }: { approval: ApprovalDetail }) {
  const { t } = useTranslation('kit');
  const label = useLabel();
  const reveal = useMutation(api.approval.revealChange.mutationOptions());
  const changes = reveal.data ?? approval.changes;
  if (changes.length === 0) return null;
  return (
    <section className={styles.changes}>
      <div className={styles.head}>
        <h3 className={styles.title}>{t('approval.changes')}</h3>
        {approval.canReveal && !reveal.data && (
          <RevealButton
            isPending={reveal.isPending}
            onReveal={(reason) => reveal.mutateAsync({ id: approval.id, reason })}
          />
        )}
      </div>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('approval.changes.field')}</th>
            <th scope="col">{t('approval.changes.before')}</th>
            <th scope="col">{t('approval.changes.after')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.field}>
              <th scope="row">{label(change.label)}</th>
              <td className="figures">{change.before ?? '—'}</td>
              <td className="figures">{change.after ?? '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
