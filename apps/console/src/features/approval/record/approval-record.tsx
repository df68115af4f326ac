import { useQuery } from '@tanstack/react-query';
import { type ApprovalDetail, approvalStateWords } from '@xyxlx/contracts/approval';
import { Alert, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { ApprovalHistory } from '../../../kit/approval/approval-history.tsx';
import { ApprovalNotice } from '../../../kit/approval/approval-notice.tsx';
import { RuleVersions } from '../../../kit/approval/rule-versions.tsx';
import { VersionSimulation } from '../../../kit/approval/version-simulation.tsx';
import { actorText } from '../../../lib/actor-text.ts';
import { api } from '../../../lib/api.ts';
import { failureOf } from '../../../lib/failure.ts';
import { labelText, wordsText } from '../../../lib/label.ts';
import { actorName } from '../../../lib/stamp.ts';
import { minuteText } from '../../../lib/time.ts';
import { MatterParts } from './matter-parts.tsx';
import styles from './record.module.css';
import { Signals } from './signals.tsx';

/** The whole record of one approval: what is worth a second look, the maker's words, what it is about, and whose hand is in it. */
export function ApprovalRecord({ approval }: { approval: ApprovalDetail }) {
  const { t } = useTranslation('approval');
  const matter = useMatter(approval);
  return (
    <div className={styles.record}>
      <Outcome approval={approval} />
      {matter.data && <Signals signals={matter.data.signals} />}
      <MakersWords approval={approval} />
      {!approval.seesMatter && <p className={styles.hint}>{t('matter.hidden')}</p>}
      {matter.isLoading && <Skeleton active paragraph={{ rows: 6 }} />}
      {matter.error !== null && <Alert type="warning" showIcon title={failureOf(matter.error).text} />}
      {matter.data && <MatterParts approval={approval} parts={matter.data.parts} />}
      <RuleVersions approval={approval} />
      <VersionSimulation approval={approval} />
      {matter.data && matter.data.makers.length > 0 && (
        <p className={styles.makers}>
          <strong>{t('matter.makers')}</strong> {wordsText(matter.data.makers.map(({ name }) => name))}
        </p>
      )}
      <ApprovalNotice approval={approval} />
      <ApprovalHistory history={approval.history} />
    </div>
  );
}

/** What an approval is about, to who may see it; whoever has it has seen what `seen` names. */
export function useMatter({ id, seesMatter }: Pick<ApprovalDetail, 'id' | 'seesMatter'>) {
  return useQuery({ ...api.approval.getMatter.queryOptions({ id }), enabled: seesMatter });
}

function MakersWords({ approval: { maker, createdAt, reason } }: { approval: ApprovalDetail }) {
  const { t } = useTranslation('approval');
  return (
    <figure className={styles.words}>
      <blockquote>{reason || <span className={styles.hint}>{t('matter.noWords')}</span>}</blockquote>
      <figcaption>{t('matter.by', { maker: actorText(maker), at: minuteText(createdAt) })}</figcaption>
    </figure>
  );
}

/** What became of it, once it is decided. */
function Outcome({ approval: { state, checker, decisionReason } }: { approval: ApprovalDetail }) {
  const { t } = useTranslation('approval');
  if (state === 'PENDING' || !checker) return null;
  const title = t('matter.decided', {
    checker: actorName(checker.name),
    state: labelText(approvalStateWords[state]),
  });
  return (
    <Alert
      type={state === 'APPROVED' ? 'success' : 'warning'}
      showIcon
      title={title}
      description={decisionReason}
    />
  );
}
