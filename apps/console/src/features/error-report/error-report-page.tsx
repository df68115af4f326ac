import { useMutation } from '@tanstack/react-query';
import { errorReport as contract, maxErrorReportBytes } from '@xyxlx/contracts/error-report';
import { longest } from '@xyxlx/contracts/fields';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field, TextArea } from '../../kit/field.tsx';
import { FilePick } from '../../kit/file-pick.tsx';
import { showProblems } from '../../kit/form/show-problems.ts';
import { PlainButton } from '../../kit/plain-button.tsx';
import { PublicFrame } from '../../kit/public-frame.tsx';
import { copyText } from '../../lib/copy.ts';
import { uploadFile } from '../../lib/files.ts';
import { notify } from '../../lib/notify.ts';
import styles from './error-report-page.module.css';

const { shape } = contract.uploadErrorReport.input;

/** 上传错误日志: a serial, a note and a log of at most 256 KiB; answers a ticket for the support desk. */
export function Component() {
  const { t } = useTranslation(['error-report', 'common']);
  const [serial, setSerial] = useState(() => new URLSearchParams(location.search).get('serial') ?? '');
  const [note, setNote] = useState('');
  const [reporter, setReporter] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [asked, setAsked] = useState(false);
  const [share, setShare] = useState(0);
  const report = useMutation({
    mutationFn: (log: File) =>
      uploadFile(
        'errorReport/uploadErrorReport',
        log,
        { serial: serial.trim(), note, reporter: reporter.trim() },
        { onProgress: setShare },
      ),
  });

  const problems = {
    serial: shape.serial.safeParse(serial.trim()).success ? undefined : t('problem.serial'),
    file: fileProblem(),
  };

  function fileProblem(): string | undefined {
    if (!file) return t('problem.file');
    return file.size > maxErrorReportBytes ? t('problem.size') : undefined;
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    showProblems(event.currentTarget, () => setAsked(true));
    if (file && !problems.serial && !problems.file) report.mutate(file);
  }

  return (
    <PublicFrame title={t('title')} lead={t('lead')}>
      {report.data ? (
        <div className={styles.form}>
          <p role="status">{t('done')}</p>
          <p className={`${styles.ticket} figures`}>{report.data.ticket}</p>
          <PlainButton
            look="primary"
            onClick={async () => {
              if (await copyText(report.data.ticket)) notify('success', t('common:copy.done'));
            }}
          >
            {t('copy')}
          </PlainButton>
          <PlainButton onClick={() => report.reset()}>{t('another')}</PlainButton>
        </div>
      ) : (
        <form className={styles.form} onSubmit={submit} noValidate>
          <Field
            label={t('serial')}
            name="serial"
            maxLength={longest(shape.serial)}
            autoFocus
            placeholder={t('serial.hint')}
            value={serial}
            onChange={(event) => setSerial(event.target.value)}
            problem={asked ? problems.serial : undefined}
          />
          <TextArea
            label={t('note')}
            name="note"
            rows={4}
            maxLength={longest(shape.note.unwrap())}
            placeholder={t('note.hint')}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
          <Field
            label={t('reporter')}
            name="reporter"
            maxLength={50}
            autoComplete="name"
            placeholder={t('reporter.hint')}
            value={reporter}
            onChange={(event) => setReporter(event.target.value)}
          />
          <FilePick
            label={t('file')}
            choose={t('file.choose')}
            accept=".log,.txt,.json,text/plain,application/json"
            file={file}
            onPick={setFile}
            problem={asked ? problems.file : undefined}
          />
          {report.isPending && (
            <progress className={styles.progress} value={share} aria-label={t('sending')} />
          )}
          <PlainButton type="submit" look="primary" busy={report.isPending}>
            {t('submit')}
          </PlainButton>
        </form>
      )}
    </PublicFrame>
  );
}
