import { useTranslation } from 'react-i18next';
import { momentText } from '../lib/time.ts';

/** Until when a limit can be spent. */
export function LimitTerm({ until }: { until: string | null }) {
  const { t } = useTranslation('kit');
  if (until === null) return t('employee.limitForGood');
  return <span className="figures">{t('employee.limitUntil', { time: momentText(until) })}</span>;
}
