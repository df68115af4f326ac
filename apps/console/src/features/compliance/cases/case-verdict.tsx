import type { RiskCaseDetail } from '@xyxlx/contracts/compliance-case';
import { riskOutcomeWords } from '@xyxlx/contracts/compliance-case-kinds';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { ApprovalHistory } from '../../../kit/approval/approval-history.tsx';
import { ApprovalNotice } from '../../../kit/approval/approval-notice.tsx';
import { useSubjectApproval } from '../../../kit/approval/use-subject-approval.ts';
import { StateTag } from '../../../kit/state-tag.tsx';
import { actorName } from '../../../lib/stamp.ts';
import styles from './case-view.module.css';

/** What somebody said that a case turned out to be, and what that waits for; nothing while it is worked. */
export function CaseVerdict({ row: { id, proposed, verdict, profile, closureId } }: { row: RiskCaseDetail }) {
  const { t } = useTranslation('compliance/cases');
  const closure = useSubjectApproval('caseClosure', closureId === null && verdict === null ? undefined : id);
  const unfreeze = useSubjectApproval('complianceUnfreeze', profile.unfreezeWaits ? id : undefined);
  const said = verdict ?? proposed;
  return (
    <>
      {unfreeze?.state === 'PENDING' && (
        <div className={styles.card}>
          <h3>{t('unfreeze.waits')}</h3>
          <ApprovalNotice approval={unfreeze} />
        </div>
      )}
      {profile.isFrozen && <Alert type="warning" showIcon title={t('case.frozen')} />}
      {said && (
        <section className={styles.card} aria-label={t('verdict.title')}>
          <div className={styles.head}>
            <h3>{t(verdict ? 'verdict.title' : 'verdict.proposed')}</h3>
            <StateTag words={riskOutcomeWords[said.outcome]} />
          </div>
          <p className={styles.quote}>{said.reason}</p>
          <p className={styles.hint}>{actorName(said.by)}</p>
          {closure?.state === 'PENDING' && <ApprovalNotice approval={closure} />}
          {closure && <ApprovalHistory history={closure.history} />}
        </section>
      )}
    </>
  );
}
