import { UploadOutlined } from '@ant-design/icons';
import {
  type AttachmentRow,
  attachmentTypes,
  maxAttachmentBytes,
  maxAttachments,
} from '@xyxlx/contracts/attachment';
import { Button, Upload, type UploadFile } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../lib/failure.ts';
import { downloadFile, uploadFile } from '../../lib/files.ts';
import { notify } from '../../lib/notify.ts';

type Attached = UploadFile<Pick<AttachmentRow, 'id'>>;

interface AttachmentsInputProps {
  /** Those that the record has already. */
  known: readonly AttachmentRow[];
  /** Handed in by `Form.Item`: the ids in their order, an empty one while a file is on its way. */
  onChange?(ids: string[]): void;
}

const maxMb = maxAttachmentBytes / 1024 / 1024;

/** The files of a record: each goes up when it is chosen, and belongs to the record once that is saved. */
export function AttachmentsInput({ known, onChange }: AttachmentsInputProps) {
  const { t } = useTranslation('voucher');
  const [files, setFiles] = useState<Attached[]>(() =>
    known.map(({ id, fileName }) => ({ uid: id, name: fileName, status: 'done', response: { id } })),
  );

  function take(next: Attached[]): void {
    setFiles(next);
    onChange?.(next.filter(({ status }) => status !== 'error').map(({ response }) => response?.id ?? ''));
  }

  return (
    <Upload<Pick<AttachmentRow, 'id'>>
      multiple
      accept={attachmentTypes.join(',')}
      maxCount={maxAttachments}
      fileList={files}
      beforeUpload={(file) => {
        if (file.size <= maxAttachmentBytes) return true;
        notify('info', t('attachment.tooLarge', { size: maxMb }));
        return Upload.LIST_IGNORE;
      }}
      customRequest={({ file, onProgress, onSuccess, onError }) => {
        uploadFile(
          'attachment/uploadAttachment',
          file as File,
          {},
          {
            onProgress: (share) => onProgress?.({ percent: share * 100 }),
          },
        ).then(
          (row) => onSuccess?.(row),
          (error: unknown) => {
            notify('error', failureOf(error).text);
            onError?.(error as Error);
          },
        );
      }}
      onChange={({ fileList }) => take(fileList)}
      onPreview={({ response }) => {
        if (response) void downloadFile('attachment/downloadAttachment', { id: response.id });
      }}
    >
      <Button icon={<UploadOutlined aria-hidden />} disabled={files.length >= maxAttachments}>
        {t('attachment.add')}
      </Button>
    </Upload>
  );
}
