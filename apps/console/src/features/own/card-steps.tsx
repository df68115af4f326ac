import { useMutation } from '@tanstack/react-query';
import { own as contract, type OwnCard } from '@xyxlx/contracts/own';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import styles from './own.module.css';

/** What the holder can do with the card as it is; where they can do nothing, why. */
export function CardSteps({ card }: { card: OwnCard }) {
  const { t } = useTranslation('own');
  const [isLost, setIsLost] = useState(false);
  const did = (words: string) => () => acted(words, api.own.pathFilter());
  const freeze = useMutation(api.own.freeze.mutationOptions({ onSuccess: did(t('act.frozen')) }));
  const unfreeze = useMutation(api.own.unfreeze.mutationOptions({ onSuccess: did(t('act.unfrozen')) }));
  const { id, state, frozenByHolder, naming } = card;
  const canReport = naming === 'NAMED' && (state === 'ACTIVE' || state === 'FROZEN');
  return (
    <>
      <div className={styles.actions}>
        {state === 'ACTIVE' && (
          <Button loading={freeze.isPending} onClick={() => freeze.mutate({ id })}>
            {t('act.freeze')}
          </Button>
        )}
        {state === 'FROZEN' && frozenByHolder && (
          <Button type="primary" loading={unfreeze.isPending} onClick={() => unfreeze.mutate({ id })}>
            {t('act.unfreeze')}
          </Button>
        )}
        {canReport && (
          <Button danger onClick={() => setIsLost(true)}>
            {t('act.reportLoss')}
          </Button>
        )}
      </div>
      {state === 'FROZEN' && !frozenByHolder && <p className={styles.hint}>{t('hint.frozen')}</p>}
      {state === 'LOST' && <p className={styles.hint}>{t('hint.lost')}</p>}
      {state === 'PENDING' && <p className={styles.hint}>{t('hint.pending')}</p>}
      {state === 'EXPIRED' && <p className={styles.hint}>{t('hint.expired')}</p>}
      {isLost && <ReportLoss id={id} onClose={() => setIsLost(false)} />}
    </>
  );
}

function ReportLoss({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useTranslation('own');
  const work = useMutation(
    api.own.reportLoss.mutationOptions({
      onSuccess: () => {
        onClose();
        return acted(t('act.lost'), api.own.pathFilter());
      },
    }),
  );
  return (
    <FormDialog
      title={t('act.reportLoss')}
      words={t('act.reportLoss.words')}
      okText={t('act.reportLoss')}
      danger
      schema={contract.reportLoss.input}
      work={work}
      known={{ id }}
      fields={(field) => field.text('lastFour', t('field.lastFour'))}
      onClose={onClose}
    />
  );
}
