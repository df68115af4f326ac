import type { ApprovalDetail } from '@xyxlx/contracts/approval';
import { paths } from '@xyxlx/contracts/paths';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

/** In a record's footer: the way to where what waits is decided or withdrawn. Nothing for whoever may do neither. */
export function DecisionLink({ approval }: { approval: ApprovalDetail | null | undefined }) {
  const { t } = useTranslation('kit');
  if (!approval?.canDecide && !approval?.canWithdraw) return null;
  return (
    <Link to={`${paths.approval}?open=${approval.id}`}>
      <Button type={approval.canDecide ? 'primary' : 'default'}>
        {t(approval.canDecide ? 'approval.decide' : 'approval.withdraw')}
      </Button>
    </Link>
  );
}
