import type { MerchantDetail } from '@xyxlx/contracts/merchant';
import { Alert, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { countText } from '../../lib/money.ts';

/** How many of its employees' limits have followed a merchant to its new company. */
export function MoveNotice({ move }: { move: NonNullable<MerchantDetail['move']> }) {
  const { t } = useTranslation('merchant');
  const { from, people, movedPeople } = move;
  return (
    <Alert
      type="info"
      showIcon
      title={t('move.title')}
      description={
        <>
          {t('move.words', { from, moved: countText(movedPeople), people: countText(people) })}
          <Progress
            percent={Math.floor((movedPeople / people) * 100)}
            status="active"
            aria-label={t('move.progress')}
          />
        </>
      }
    />
  );
}
