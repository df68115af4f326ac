import { useQuery } from '@tanstack/react-query';
import { withoutRuleWords } from '@xyxlx/contracts/rule';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { countText } from '../../lib/money.ts';

/** Before a 制度 is disabled: how many people nothing would cover then, and what becomes of their payments. */
export function DisableForecast({ id }: { id: string }) {
  const { t } = useTranslation('rule');
  const label = useLabel();
  const background = { trpc: { context: { background: true } } };
  const { data } = useQuery(api.rule.previewScope.queryOptions({ id }, background));
  const setting = useQuery(api.rule.getSetting.queryOptions({}, background));
  if (!data || !setting.data) return null;
  const { withoutRule } = setting.data;
  const total = data.coveredAlone;
  return (
    <Alert
      style={{ marginBottom: 16 }}
      type={total > 0 ? 'warning' : 'info'}
      showIcon
      title={
        total > 0
          ? t('disable.left', { total: countText(total), setting: label(withoutRuleWords[withoutRule]) })
          : t('disable.none')
      }
    />
  );
}
