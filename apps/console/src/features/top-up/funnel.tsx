import { useQuery } from '@tanstack/react-query';
import { paths } from '@xyxlx/contracts/paths';
import { topUpChannelWords } from '@xyxlx/contracts/top-up-kinds';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Figures } from '../../kit/figures.tsx';
import { api } from '../../lib/api.ts';
import { labelText } from '../../lib/label.ts';
import { countText, yuanText } from '../../lib/money.ts';

const days = 30;

/** What somebody should look at first, and how many of each channel's top-ups were paid. */
export function Funnel() {
  const { t } = useTranslation('top-up');
  const { data: channels = [] } = useQuery(api.topup.getFunnel.queryOptions({ days }));
  if (channels.length === 0) return null;
  const sum = (of: 'late' | 'mismatched' | 'diverted') =>
    channels.reduce((total, channel) => total + channel[of], 0);
  const odd = [
    { key: 'LATE', label: t('funnel.late'), count: sum('late') },
    { key: 'MISMATCH', label: t('funnel.mismatched'), count: sum('mismatched') },
    { key: 'DIVERTED', label: t('funnel.diverted'), count: sum('diverted') },
  ].filter(({ count }) => count > 0);
  return (
    <Figures
      label={t('funnel.title', { count: days })}
      items={[
        ...odd.map(({ key, label, count }) => ({
          key,
          label,
          value: <Link to={`${paths.topUp}?exception=${key}`}>{countText(count)}</Link>,
          hint: t('funnel.look'),
          tone: 'bad' as const,
        })),
        ...channels.map(({ channel, made, succeeded, receivedAmount }) => ({
          key: channel,
          label: labelText(topUpChannelWords[channel]),
          value: `${countText(succeeded)} / ${countText(made)}`,
          hint: t('funnel.received', { amount: yuanText(receivedAmount) }),
        })),
      ]}
    />
  );
}
