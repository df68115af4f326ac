import { FileExcelOutlined } from '@ant-design/icons';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../lib/notify.ts';
import styles from './file-drop.module.css';

interface FileDropProps {
  /** The largest file in MiB. */
  maxMb: number;
  /** The name of the one that was taken, until another is. */
  name?: string | undefined;
  onFile(file: File): void;
}

/** Takes one sheet by click or by drop; what is none, or too large, is refused with a word. */
export function FileDrop({ maxMb, name, onFile }: FileDropProps) {
  const { t } = useTranslation('kit/import');
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  function take(file: File | undefined): void {
    // The same file can be chosen again after it was changed on disk.
    if (input.current) input.current.value = '';
    if (!file) return;
    if (!/\.(xlsx|csv)$/i.test(file.name)) notify('info', t('wrongType'));
    else if (file.size > maxMb * 1024 * 1024) notify('info', t('tooLarge', { size: maxMb }));
    else onFile(file);
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        data-testid="import-file"
        // A form of antd would show it in spite of `hidden`.
        style={{ display: 'none' }}
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
        <span>{name ?? t('drop')}</span>
        <span className={styles.hint}>{t('drop.hint', { size: maxMb })}</span>
      </button>
    </>
  );
}
