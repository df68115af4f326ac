import { PaperClipOutlined } from '@ant-design/icons';
import type { AttachmentRow } from '@xyxlx/contracts/attachment';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { downloadFile } from '../lib/files.ts';
import styles from './attachment-list.module.css';

interface AttachmentListProps {
  /** What the files are to their record. */
  label: string;
  files: readonly AttachmentRow[];
  /** The endpoint that gives one of them to whoever sees the record. */
  path: 'attachment/downloadAttachment' | 'order/downloadProof' | 'compliance/downloadAttachment';
}

/** The files that a record has, each to be fetched. */
export function AttachmentList({ label, files, path }: AttachmentListProps) {
  const { t } = useTranslation('kit');
  return (
    <ul className={styles.files} aria-label={label}>
      {files.map(({ id, fileName, size, createdBy }) => (
        <li key={id}>
          <Button
            type="link"
            className={styles.file}
            icon={<PaperClipOutlined aria-hidden />}
            onClick={() => downloadFile(path, { id })}
          >
            {t('attachment.file', { name: fileName, size: Math.ceil(size / 1024), by: createdBy })}
          </Button>
        </li>
      ))}
    </ul>
  );
}
