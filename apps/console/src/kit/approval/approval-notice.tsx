import type { ApprovalDetail } from '@xyxlx/contracts/approval';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { actorText } from '../../lib/actor-text.ts';

/** So many names are shown; who else may decide is a matter of their roles. */
const maxNames = 8;

/** What a thing waits for: who may decide it, and why whoever looks may not. Nothing once it is decided. */
export function ApprovalNotice({ approval }: { approval: ApprovalDetail }) {
  const { t } = useTranslation('kit');
  const { state, maker, whyNot, mayDecide } = approval;
  if (state !== 'PENDING') return null;
  const names = mayDecide.slice(0, maxNames).map(({ name }) => name);
  const who =
    names.length === 0
      ? t('approval.nobody')
      : t(mayDecide.length > maxNames ? 'approval.mayDecideMore' : 'approval.mayDecide', {
          names: names.join(t('approval.comma')),
          total: mayDecide.length,
        });
  const words = [t('approval.waiting', { maker: actorText(maker) }), whyNot, who].filter(
    (part) => part !== null,
  );
  return (
    <Alert type={names.length === 0 ? 'warning' : 'info'} showIcon title={words.join(t('approval.stop'))} />
  );
}
