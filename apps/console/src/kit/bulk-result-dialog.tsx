import type { BulkResult } from '@xyxlx/contracts/bulk';
import { Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './bulk-result-dialog.module.css';
import { StateTag } from './state-tag.tsx';

interface BulkResultDialogProps {
  title: string;
  result: BulkResult;
  /** What to call a record. */
  nameOf(id: string): string;
  onClose(): void;
}

/** What became of each record of a bulk action; mount it to open it. */
export function BulkResultDialog({ title, result, nameOf, onClose }: BulkResultDialogProps) {
  const { t } = useTranslation(['kit', 'common']);
  return (
    <Modal
      open
      title={title}
      onCancel={onClose}
      width={520}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('common:close')}
        </Button>
      }
    >
      <p className="figures">{t('bulk.outcome', { done: result.done, failed: result.failed })}</p>
      <ul className={styles.rows}>
        {[...result.rows]
          .sort((one, other) => Number(one.ok) - Number(other.ok))
          .map(({ id, ok, message }) => (
            <li key={id}>
              <span className={styles.name}>{nameOf(id)}</span>
              <StateTag tone={ok ? 'good' : 'bad'}>{ok ? t('bulk.ok') : t('bulk.failed')}</StateTag>
              {message && <span className={styles.message}>{message}</span>}
            </li>
          ))}
      </ul>
    </Modal>
  );
}
