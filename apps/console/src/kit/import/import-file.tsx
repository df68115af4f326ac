import { DownloadOutlined, FileExcelOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { Button, Progress } from 'antd';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../lib/notify.ts';
import { upload } from '../../lib/upload.ts';
import { endpointUrl } from '../../lib/wire.ts';
import { useIdempotencyKey } from '../idempotency-key.ts';
import styles from './import-wizard.module.css';
import type { ImportWizardProps } from './import-wizard.tsx';

interface ImportFileProps extends Omit<ImportWizardProps, 'title' | 'onImported'> {
  /** Called with the job that checks the file. */
  onUploaded(jobId: string): void;
}

/** The first step of an import: the template, and the file by click or drop, with the progress of its upload. */
export function ImportFile({
  path,
  fields = {},
  onTemplate,
  hints = [],
  mostMb,
  onUploaded,
}: ImportFileProps) {
  const { t } = useTranslation('kit');
  const input = useRef<HTMLInputElement>(null);
  const stop = useRef<AbortController | null>(null);
  const [isOver, setOver] = useState(false);
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

  function take(file: File | undefined): void {
    if (input.current) input.current.value = '';
    if (!file) return;
    if (!/\.(xlsx|csv)$/i.test(file.name)) notify('info', t('import.wrongType'));
    else if (file.size > mostMb * 1024 * 1024) notify('info', t('import.tooLarge', { size: mostMb }));
    else send.mutate(file);
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  }

  if (send.isPending) {
    return (
      <div className={`${styles.stack} ${styles.file}`}>
        <span>{t('import.uploading', { name: send.variables.name })}</span>
        <Progress percent={Math.round(share * 100)} aria-label={t('import.progress')} />
        <div>
          <Button onClick={() => stop.current?.abort()}>{t('import.cancelUpload')}</Button>
        </div>
      </div>
    );
  }
  return (
    <div className={styles.stack}>
      <input
        ref={input}
        type="file"
        hidden
        data-testid="import-file"
        accept=".xlsx,.csv"
        onChange={(event) => take(event.target.files?.[0])}
      />
      <button
        type="button"
        className={styles.drop}
        data-over={isOver}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <FileExcelOutlined className={styles.icon} aria-hidden />
        <span className={styles.lead}>{t('import.drop')}</span>
        <span className={styles.hint}>{t('import.drop.hint', { size: mostMb })}</span>
      </button>
      <div className={`${styles.row} ${styles.between}`}>
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
          {t('import.template')}
        </Button>
      </div>
    </div>
  );
}
