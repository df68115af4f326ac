import type { ApprovalDetail } from '@xyxlx/contracts/approval';
import { paths } from '@xyxlx/contracts/paths';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApprovalChanges } from './approval-changes.tsx';
import { ApprovalNotice } from './approval-notice.tsx';
import { RuleVersions } from './rule-versions.tsx';
import { VersionSimulation } from './version-simulation.tsx';

/** On a record's own page: the change of it that waits for a checker, and the way to where it is decided. Nothing where none waits. */
export function PendingChange({ approval }: { approval: ApprovalDetail | null | undefined }) {
  const { t } = useTranslation('kit');
  if (approval?.state !== 'PENDING') return null;
  return (
    <section
      aria-label={t('approval.changes')}
      style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 12 }}
    >
      <ApprovalNotice approval={approval} />
      <ApprovalChanges approval={approval} />
      <RuleVersions approval={approval} />
      <VersionSimulation approval={approval} />
      <p style={{ margin: 0 }}>
        <Link to={`${paths.approval}?tab=all&open=${approval.id}`}>{t('approval.changes.open')}</Link>
      </p>
    </section>
  );
}
