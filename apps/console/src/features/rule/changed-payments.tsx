import { outcomeWords } from '@xyxlx/contracts/rule-decision';
import {
  changedKindWords,
  type ruleSimulation as contract,
  type SimulatedWord,
} from '@xyxlx/contracts/rule-simulation';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { ExportButton } from '../../kit/export-button.tsx';
import { enumOptions } from '../../kit/filters/enum-options.ts';
import { SubList } from '../../kit/list/sub-list.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';
import { downloadFile } from '../../lib/files.ts';
import { useCan } from '../../lib/me.ts';
import { amountText } from '../../lib/money.ts';
import styles from './simulation.module.css';

type Change = NonNullable<z.input<typeof contract.querySimulationRow.input>['change']>[number];

interface ChangedPaymentsProps {
  simulationId: string;
  /** More changed than are kept. */
  isCut: boolean;
}

/** The payments that a simulation changes: what happened, what the enabled versions say, and what they say with the version. */
export function ChangedPayments({ simulationId: id, isCut }: ChangedPaymentsProps) {
  const { t } = useTranslation('rule');
  const can = useCan();
  const [change, setChange] = useState<Change | null>(null);
  const asked = { id, ...(change && { change: [change] }) };
  return (
    <section aria-label={t('simulation.rows')}>
      <h3 className={styles.title}>{t('simulation.rows')}</h3>
      {isCut && <p className={styles.hint}>{t('simulation.cut')}</p>}
      <SubList
        key={change}
        name="simulationRow"
        label={t('simulation.rows')}
        query={api.rule.querySimulationRow}
        asked={asked}
        rowId={({ consumptionId }) => consumptionId}
        columns={(cell) => [
          cell.moment('paidAt', t('simulation.paidAt'), (row) => row.paidAt),
          cell.custom(
            'employee',
            t('simulation.employee'),
            ({ employee, merchant }) => (
              <div className={styles.said}>
                <p>{employee.name}</p>
                <p className={styles.hint}>{merchant.name}</p>
              </div>
            ),
            { wraps: true, width: 150 },
          ),
          cell.money('amount', t('simulation.paymentAmount'), (row) => row.amount),
          cell.state('change', t('simulation.change'), changedKindWords, (row) => row.change),
          cell.custom('paid', t('simulation.happened'), ({ paidAmount }) =>
            paidAmount === null
              ? t('simulation.declined')
              : t('simulation.paid', { amount: amountText(paidAmount) }),
          ),
          cell.custom('before', t('simulation.before'), ({ before }) => <Said said={before} />, {
            wraps: true,
          }),
          cell.custom('after', t('simulation.after'), ({ after }) => <Said said={after} />, {
            wraps: true,
          }),
        ]}
        actions={
          <>
            <Select<Change | null>
              aria-label={t('simulation.change')}
              value={change}
              onChange={setChange}
              style={{ minWidth: 140 }}
              options={[{ value: null, label: t('simulation.every') }, ...enumOptions(changedKindWords)]}
            />
            {can('consumption.export') && (
              <ExportButton
                onExport={(format) => downloadFile('rule/exportSimulation', { ...asked, format })}
              />
            )}
          </>
        }
      />
    </section>
  );
}

/** What versions say of a payment: who pays, by which of them, and why not more. */
function Said({ said: { outcome, institution, allowedAmount, reason } }: { said: SimulatedWord }) {
  const { t } = useTranslation('rule');
  return (
    <div className={styles.said}>
      <p>
        <StateTag words={outcomeWords[outcome]} />{' '}
        <span className="figures">{amountText(allowedAmount)}</span>
      </p>
      <p className={styles.hint}>
        {institution ? `${institution.name} v${institution.versionNo}` : t('simulation.noPolicy')}
      </p>
      {reason && <p className={styles.hint}>{reason}</p>}
    </div>
  );
}
