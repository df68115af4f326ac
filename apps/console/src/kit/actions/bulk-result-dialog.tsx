import type { BulkActResult, BulkResult } from '@xyxlx/contracts/bulk';
import { Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { ToneTag } from '../tone-tag.tsx';
import styles from './bulk-result-dialog.module.css';

interface BulkResultDialogProps {
  title: string;
  result: BulkResult | BulkActResult;
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
      <p className="figures">
        {t('bulk.outcome', { done: result.done, failed: result.failed })}
        {'waiting' in result && result.waiting > 0 && t('bulk.waiting', { total: result.waiting })}
      </p>
      <ul className={styles.rows}>
        {[...result.rows]
          .sort((one, other) => Number(one.ok) - Number(other.ok))
          .map((row) => (
            <li key={row.id}>
              <span className={styles.name}>{nameOf(row.id)}</span>
              {'approvalId' in row && row.approvalId ? (
                <ToneTag tone="waiting">{t('bulk.waits')}</ToneTag>
              ) : (
                <ToneTag tone={row.ok ? 'good' : 'bad'}>{row.ok ? t('bulk.ok') : t('bulk.failed')}</ToneTag>
              )}
              {row.message && <span className={styles.message}>{row.message}</span>}
            </li>
          ))}
      </ul>
    </Modal>
  );
}
