import type { RiskCaseDetail } from '@xyxlx/contracts/compliance-case';
import {
  type RiskCaseAction,
  riskCaseActionWords,
  riskCaseStateWords,
} from '@xyxlx/contracts/compliance-case-kinds';
import { Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SubList } from '../../../kit/list/sub-list.tsx';
import { api } from '../../../lib/api.ts';
import { useLabel } from '../../../lib/label.ts';
import { actorName } from '../../../lib/stamp.ts';
import styles from './case-view.module.css';

const notes: RiskCaseAction[] = ['NOTE', 'SUSPECT'];

/** What was done with a case and by whom, the newest first; or its notes alone. */
export function CaseEvents({ row: { id } }: { row: RiskCaseDetail }) {
  const { t } = useTranslation('compliance/cases');
  const label = useLabel();
  const [only, setOnly] = useState<'all' | 'notes'>('all');
  return (
    <section className={styles.card} aria-label={t('events.title')}>
      <div className={styles.head}>
        <h3>{t('events.title')}</h3>
        <Segmented
          value={only}
          options={[
            { value: 'all', label: t('events.all') },
            { value: 'notes', label: t('events.notes') },
          ]}
          onChange={setOnly}
        />
      </div>
      <SubList
        name="riskCaseEvent"
        label={t('events.title')}
        query={api.compliance.queryCaseEvent}
        asked={{ id, ...(only === 'notes' && { action: notes }) }}
        rowId={({ seq }) => String(seq)}
        columns={(cell) => [
          cell.moment('at', t('events.at'), ({ at }) => at),
          cell.text('actor', t('events.actor'), ({ actor }) => actorName(actor), { width: 110 }),
          cell.kind('action', t('events.action'), riskCaseActionWords, ({ action }) => action),
          cell.custom('note', t('events.note'), ({ note }) => <p className={styles.quote}>{note || '—'}</p>, {
            width: 360,
            wraps: true,
          }),
          cell.text('state', t('field.state'), ({ before, after }) =>
            before !== null && before !== after
              ? `${label(riskCaseStateWords[before])} → ${label(riskCaseStateWords[after])}`
              : label(riskCaseStateWords[after]),
          ),
        ]}
      />
    </section>
  );
}
