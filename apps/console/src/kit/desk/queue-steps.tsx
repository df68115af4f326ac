import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { KeyHint } from '../key-hint.tsx';
import styles from './list-desk.module.css';
import type { Queue } from './use-queue.ts';

/** Goes to the record above or below in the queue, by their keys too: they stand on a screen once. */
export function QueueSteps({ queue }: { queue: Queue }) {
  const { t } = useTranslation('kit');
  return (
    <div className={styles.steps}>
      <Button size="small" disabled={!queue.hasPrevious} onClick={queue.previous}>
        {t('desk.previous')}
        <KeyHint name="K" />
      </Button>
      <Button size="small" disabled={!queue.hasNext} onClick={queue.next}>
        {t('desk.next')}
        <KeyHint name="J" />
      </Button>
    </div>
  );
}
