import { DownloadOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { Button, Flex, Progress } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { upload } from '../../lib/upload.ts';
import { endpointUrl } from '../../lib/wire.ts';
import { useIdempotencyKey } from '../idempotency-key.ts';
import { FileDrop } from './file-drop.tsx';
import styles from './import-wizard.module.css';
import type { ImportWizardProps } from './import-wizard.tsx';

interface ImportFileProps extends Omit<ImportWizardProps, 'title' | 'onImported' | 'addressOf'> {
  /** Called with the job that checks the file. */
  onUploaded(jobId: string): void;
}

/** The first step of an import: the template, and the file by click or drop, with the progress of its upload. */
export function ImportFile({
  path,
  fields = {},
  onTemplate,
  hints = [],
  maxMb,
  onUploaded,
}: ImportFileProps) {
  const { t } = useTranslation('kit/import');
  const stop = useRef<AbortController | null>(null);
  const [share, setShare] = useState(0);
  const template = useMutation({ mutationFn: onTemplate });
  const { trpc, onSettled } = useIdempotencyKey();
  const send = useMutation({
    onSettled,
    mutationFn: (file: File) => {
      setShare(0);
      stop.current = new AbortController();
      const [area = '', action = ''] = path.split('/');
      return upload(endpointUrl(area, action), file, {
        fields,
        onProgress: setShare,
        signal: stop.current.signal,
        idempotencyKey: trpc.context.idempotencyKey,
      });
    },
    onSuccess: (result) => onUploaded((result as { jobId: string }).jobId),
  });

  if (send.isPending) {
    return (
      <Flex vertical gap={16} className={styles.file ?? ''}>
        <span>{t('uploading', { name: send.variables.name })}</span>
        <Progress percent={Math.round(share * 100)} aria-label={t('progress')} />
        <div>
          <Button onClick={() => stop.current?.abort()}>{t('cancelUpload')}</Button>
        </div>
      </Flex>
    );
  }
  return (
    <Flex vertical gap={16}>
      <FileDrop maxMb={maxMb} onFile={(file) => send.mutate(file)} />
      <Flex wrap gap={12} align="center" justify="space-between">
        <ul className={styles.hints}>
          {hints.map((hint, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the hints are fixed sentences
            <li key={index}>{hint}</li>
          ))}
        </ul>
        <Button
          icon={<DownloadOutlined aria-hidden />}
          loading={template.isPending}
          onClick={() => template.mutate()}
        >
          {t('template')}
        </Button>
      </Flex>
    </Flex>
  );
}
