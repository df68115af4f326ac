import { PaperClipOutlined } from '@ant-design/icons';
import type { AttachmentRow } from '@xyxlx/contracts/attachment';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { downloadFile } from '../../lib/files.ts';

/** The files that a record has, each to be fetched. */
export function Attachments({ files }: { files: readonly AttachmentRow[] }) {
  const { t } = useTranslation('voucher');
  if (files.length === 0) return null;
  return (
    <section>
      <h3>{t('attachment.title')}</h3>
      <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {files.map(({ id, fileName, size, createdBy }) => (
          <li key={id}>
            <Button
              type="link"
              icon={<PaperClipOutlined aria-hidden />}
              onClick={() => downloadFile('attachment/downloadAttachment', { id })}
            >
              {t('attachment.file', { name: fileName, size: Math.ceil(size / 1024), by: createdBy })}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
