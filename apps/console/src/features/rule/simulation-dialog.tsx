import { useMutation } from '@tanstack/react-query';
import type { InstitutionDetail } from '@xyxlx/contracts/rule-institution';
import { ruleSimulation as contract, maxSimulatedDays } from '@xyxlx/contracts/rule-simulation';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useIdempotencyKey } from '../../kit/idempotency-key.ts';
import { api } from '../../lib/api.ts';
import { businessNow } from '../../lib/business-clock.ts';
import { dayText } from '../../lib/time.ts';
import styles from './editor.module.css';
import { SimulationDrawer } from './simulation-drawer.tsx';

const { input: schema } = contract.startSimulation;
const dayMs = 86_400_000;

interface SimulationDialogProps {
  institution: InstitutionDetail;
  onClose(): void;
}

/** 模拟: asks which version, which days and whose people, then shows what comes of it; mount it to open it. */
export function SimulationDialog({ institution, onClose }: SimulationDialogProps) {
  const { t } = useTranslation('rule');
  const [startedId, setStartedId] = useState<string | null>(null);
  const start = useMutation(
    api.rule.startSimulation.mutationOptions({
      ...useIdempotencyKey(),
      onSuccess: ({ simulationId }) => setStartedId(simulationId),
    }),
  );
  if (startedId) return <SimulationDrawer id={startedId} onClose={onClose} />;
  const { newest, published } = institution;
  const versions = published && published.id !== newest.id ? [newest, published] : [newest];
  return (
    <FormDialog
      title={t('simulation.of', { name: institution.name })}
      words={t('simulation.words')}
      okText={t('simulation.start')}
      schema={schema}
      work={start}
      width={560}
      onClose={onClose}
      fields={(field) => (
        <>
          {field.pick('versionId', t('simulation.version'), {
            options: versions.map(({ id, no, state }) => ({
              value: id,
              label: state === 'PUBLISHED' ? t('version.published', { no }) : t('version.newest', { no }),
            })),
            initial: newest.id,
          })}
          <div className={styles.row}>
            {field.day('from', t('simulation.from'), { initial: daysAgo(29) })}
            {field.day('to', t('simulation.to'), {
              initial: daysAgo(0),
              dependsOn: ['from'],
              check: (to: string | undefined, read) => wrongSpan(read('from') as string | undefined, to),
            })}
          </div>
          {field.merchant('merchantId', t('simulation.merchant'), {
            placeholder: t('simulation.merchant.all'),
          })}
        </>
      )}
    />
  );

  function wrongSpan(from: string | undefined, to: string | undefined): string | false {
    if (!from || !to) return false;
    const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
    if (days < 1) return t('simulation.wrongOrder');
    return days > maxSimulatedDays && t('simulation.tooLong', { days: maxSimulatedDays });
  }
}

/** A day in Asia/Shanghai before today. */
function daysAgo(days: number): string {
  return dayText(new Date(businessNow().getTime() - days * dayMs).toISOString());
}
