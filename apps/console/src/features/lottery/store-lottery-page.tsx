import { useTranslation } from 'react-i18next';
import { Page } from '../../kit/page.tsx';
import { ActivityStrip } from './activity-strip.tsx';
import { LotteryList } from './lottery-list.tsx';

/** Draws by merchant and store, with the activities they belong to. */
export function Component() {
  const { t } = useTranslation('lottery');
  return (
    <Page title={t('store.title')} lead={t('store.lead')}>
      <ActivityStrip />
      <LotteryList title={t('store.title')} />
    </Page>
  );
}
