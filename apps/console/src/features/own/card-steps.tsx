import { useMutation } from '@tanstack/react-query';
import { own as contract, type OwnCard } from '@xyxlx/contracts/own';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useIdempotencyKey } from '../../kit/idempotency-key.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import styles from './own.module.css';

/** What the holder can do with the card as it is; where they can do nothing, why. */
export function CardSteps({ card }: { card: OwnCard }) {
  const { t } = useTranslation('own');
  const [asked, setAsked] = useState<'activate' | 'reportLoss' | null>(null);
  const did = (words: string) => () => acted(words, api.own.pathFilter());
  const freeze = useMutation(api.own.freeze.mutationOptions({ onSuccess: did(t('act.frozen')) }));
  const unfreeze = useMutation(api.own.unfreeze.mutationOptions({ onSuccess: did(t('act.unfrozen')) }));
  const { id, state, frozenByHolder, naming } = card;
  const canReport = naming === 'NAMED' && (state === 'ACTIVE' || state === 'FROZEN');
  return (
    <>
      <div className={styles.actions}>
        {state === 'PENDING' && (
          <Button type="primary" onClick={() => setAsked('activate')}>
            {t('act.activate')}
          </Button>
        )}
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
          <Button danger onClick={() => setAsked('reportLoss')}>
            {t('act.reportLoss')}
          </Button>
        )}
      </div>
      {state === 'FROZEN' && !frozenByHolder && <p className={styles.hint}>{t('hint.frozen')}</p>}
      {state === 'LOST' && <p className={styles.hint}>{t('hint.lost')}</p>}
      {state === 'PENDING' && <p className={styles.hint}>{t('hint.pending')}</p>}
      {state === 'EXPIRED' && <p className={styles.hint}>{t('hint.expired')}</p>}
      {asked === 'activate' && <Activate id={id} onClose={() => setAsked(null)} />}
      {asked === 'reportLoss' && <ReportLoss id={id} onClose={() => setAsked(null)} />}
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

function Activate({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useTranslation('own');
  const work = useMutation(
    api.own.activate.mutationOptions({
      ...useIdempotencyKey(),
      onSuccess: () => {
        onClose();
        return acted(t('act.activated'), api.own.pathFilter());
      },
    }),
  );
  return (
    <FormDialog
      title={t('act.activate')}
      words={t('act.activate.words')}
      okText={t('act.activate')}
      schema={contract.activate.input}
      work={work}
      known={{ id }}
      fields={(field) => field.text('lastFour', t('field.lastFour'))}
      onClose={onClose}
    />
  );
}
