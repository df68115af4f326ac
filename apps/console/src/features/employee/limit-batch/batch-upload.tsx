import { useMutation } from '@tanstack/react-query';
import { billChange as contract } from '@xyxlx/contracts/bill-change';
import { Button, Flex, Progress } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '../../../kit/export-button.tsx';
import { SchemaForm } from '../../../kit/form/schema-form.tsx';
import { useIdempotencyKey } from '../../../kit/idempotency-key.ts';
import { FileDrop } from '../../../kit/import/file-drop.tsx';
import { downloadFile, uploadFile } from '../../../lib/files.ts';
import styles from './batch-wizard.module.css';

const maxMb = 50;

interface BatchUploadProps {
  merchantId: string;
  onUploaded(batchId: string): void;
}

/** The first step: the sheet of present limits to edit, and the edited sheet with the reason for the change. */
export function BatchUpload({ merchantId, onUploaded }: BatchUploadProps) {
  const { t } = useTranslation(['employee', 'kit']);
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState(0);
  const { trpc, onSettled } = useIdempotencyKey();
  const send = useMutation({
    onSettled,
    mutationFn: ({ chosen, reason }: { chosen: File; reason: string }) =>
      uploadFile(
        'billChange/uploadBatchBillLimit',
        chosen,
        { merchantId, reason },
        { onProgress: setShare, idempotencyKey: trpc.context.idempotencyKey },
      ),
    onSuccess: ({ batchId }) => onUploaded(batchId),
  });

  return (
    <Flex vertical gap={16}>
      <section className={styles.one}>
        <h3>{t('upload.export')}</h3>
        <p>{t('upload.export.words')}</p>
        <ExportButton
          label={t('upload.export.action')}
          onExport={(format) => downloadFile('billChange/billLimitExport', { merchantId, format })}
        />
      </section>
      <section className={styles.one}>
        <h3>{t('upload.file')}</h3>
        <p>{t('upload.file.words')}</p>
        <SchemaForm
          id="batch-upload"
          requiredMark={false}
          schema={contract.uploadBatchBillLimit.input}
          known={{ merchantId }}
          work={{ ...send, mutate: ({ reason }) => file && send.mutate({ chosen: file, reason }) }}
          fields={(field) => (
            <>
              <FileDrop maxMb={maxMb} name={file?.name} onFile={setFile} />
              <div style={{ marginTop: 16 }}>
                {field.text('reason', t('kit:reason.label'), {
                  showCount: true,
                  placeholder: t('upload.reason'),
                })}
              </div>
              {send.isPending && (
                <Progress percent={Math.round(share * 100)} aria-label={t('batch.step.upload')} />
              )}
              <Button type="primary" htmlType="submit" disabled={!file} loading={send.isPending}>
                {t('upload.submit')}
              </Button>
            </>
          )}
        />
      </section>
    </Flex>
  );
}
