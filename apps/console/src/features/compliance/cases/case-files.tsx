import { UploadOutlined } from '@ant-design/icons';
import { attachmentTypes, maxAttachmentBytes, maxAttachments } from '@xyxlx/contracts/attachment';
import type { RiskCaseDetail } from '@xyxlx/contracts/compliance-case';
import { Button, Upload } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AttachmentList } from '../../../kit/attachment-list.tsx';
import { acted } from '../../../lib/act.ts';
import { failureOf } from '../../../lib/failure.ts';
import { uploadFile } from '../../../lib/files.ts';
import { useCan } from '../../../lib/me.ts';
import { notify } from '../../../lib/notify.ts';
import { caseAreas } from './case-areas.ts';
import styles from './case-view.module.css';

const maxMb = maxAttachmentBytes / 1024 / 1024;

/** The files of a case, and adding one. */
export function CaseFiles({ row: { id, attachments } }: { row: RiskCaseDetail }) {
  const { t } = useTranslation('compliance/cases');
  const can = useCan();
  const [isSending, setSending] = useState(false);

  async function send(file: File): Promise<void> {
    setSending(true);
    try {
      await uploadFile('compliance/addAttachment', file, { id });
      await acted(t('files.added'), ...caseAreas);
    } catch (error) {
      notify('error', failureOf(error).text);
    } finally {
      setSending(false);
    }
  }

  return (
    <section className={styles.card} aria-label={t('files.title')}>
      <div className={styles.head}>
        <h3>{t('files.title')}</h3>
        {can('compliance.audit') && (
          <Upload
            accept={attachmentTypes.join(',')}
            showUploadList={false}
            beforeUpload={(file) => {
              if (file.size > maxAttachmentBytes) notify('info', t('files.tooLarge', { size: maxMb }));
              else void send(file);
              // It is sent from here, with the case that it belongs to.
              return false;
            }}
          >
            <Button
              icon={<UploadOutlined aria-hidden />}
              loading={isSending}
              disabled={attachments.length >= maxAttachments}
            >
              {t('files.add')}
            </Button>
          </Upload>
        )}
      </div>
      {attachments.length === 0 ? (
        <p className={styles.hint}>{t('files.none', { size: maxMb })}</p>
      ) : (
        <AttachmentList label={t('files.title')} files={attachments} path="compliance/downloadAttachment" />
      )}
    </section>
  );
}
