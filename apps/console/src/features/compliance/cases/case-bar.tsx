import type { RiskCaseDetail } from '@xyxlx/contracts/compliance-case';
import { riskCaseStateWords } from '@xyxlx/contracts/compliance-case-kinds';
import { riskSubjectWords } from '@xyxlx/contracts/compliance-kinds';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../../kit/actions/record-actions.tsx';
import { DecisionLink } from '../../../kit/approval/decision-link.tsx';
import { useSubjectApproval } from '../../../kit/approval/use-subject-approval.ts';
import { StateTag } from '../../../kit/state-tag.tsx';
import { ToneTag } from '../../../kit/tone-tag.tsx';
import { useLabel } from '../../../lib/label.ts';
import { useCan, useMe } from '../../../lib/me.ts';
import { minuteText } from '../../../lib/time.ts';
import { caseActions } from './case-actions.tsx';
import styles from './case-view.module.css';
import { DueRing } from './due-ring.tsx';
import { SeverityScore } from './severity-score.tsx';

/** The verdict bar: which case it is, how it stands, and what whoever looks may do with it. */
export function CaseBar({ row }: { row: RiskCaseDetail }) {
  const { t } = useTranslation('compliance/cases');
  const label = useLabel();
  const me = useMe();
  const can = useCan();
  const closure = useSubjectApproval('caseClosure', row.closureId === null ? undefined : row.id);
  const { no, subject, rule, state, assignee, dueAt, suspendedUntil, level, reopened, grey } = row;
  return (
    <header className={styles.bar}>
      <div className={styles.title}>
        {state !== 'CLOSED' && state !== 'SUSPENDED' && <DueRing of={row} size={44} />}
        <div>
          <h2>
            {label(riskSubjectWords[subject.type])} {subject.name}
          </h2>
          <p className={styles.hint}>
            <span className="figures">{no}</span> · {rule.code} {rule.name}
          </p>
        </div>
        <StateTag words={riskCaseStateWords[state]} />
        <SeverityScore of={row} />
        {grey && <ToneTag tone="waiting">{t('case.grey')}</ToneTag>}
        {level > 0 && <ToneTag tone="info">{t('case.level', { level })}</ToneTag>}
        {reopened > 0 && <ToneTag tone="waiting">{t('case.reopened', { count: reopened })}</ToneTag>}
      </div>
      <p className={styles.hint}>
        {[
          assignee ? t('case.assignee', { name: assignee.name }) : t('case.nobody'),
          suspendedUntil
            ? t('case.suspendedUntil', { at: minuteText(suspendedUntil) })
            : state !== 'CLOSED' && t('case.due', { at: minuteText(dueAt) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <div className={styles.actions}>
        <DecisionLink approval={closure?.state === 'PENDING' ? closure : null} />
        <RecordActions
          record={row}
          nameOf={({ no: name }) => name}
          actions={caseActions(t, { userId: me?.id, mayDecide: can('compliance.decide') })}
        />
      </div>
    </header>
  );
}
