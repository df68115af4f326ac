import type { AttachmentRow } from '@xyxlx/contracts/attachment';
import { useTranslation } from 'react-i18next';
import { AttachmentList } from '../../kit/attachment-list.tsx';

/** The files that a voucher has. */
export function Attachments({ files }: { files: readonly AttachmentRow[] }) {
  const { t } = useTranslation('voucher');
  if (files.length === 0) return null;
  return (
    <section>
      <h3>{t('attachment.title')}</h3>
      <AttachmentList label={t('attachment.title')} files={files} path="attachment/downloadAttachment" />
    </section>
  );
}
