import { useQuery } from '@tanstack/react-query';
import type { TopUpDetail, TopUpMatch } from '@xyxlx/contracts/top-up';
import { Button, Flex } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ToneTag } from '../../kit/tone-tag.tsx';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { minuteText } from '../../lib/time.ts';

const ClaimLineDialog = lazy(async () => ({
  default: (await import('./claim-line-dialog.tsx')).ClaimLineDialog,
}));

/** The lines that may be the transfer that a top-up waits for, the best first: somebody chooses one, and a checker decides. */
export function Matches({ topUp }: { topUp: TopUpDetail }) {
  const { t } = useTranslation('top-up');
  const can = useCan();
  const isAwaited = topUp.state === 'TO_CLAIM' && can('topup.edit');
  const { data } = useQuery({
    ...api.topup.queryTopUpMatch.queryOptions({ id: topUp.id }),
    enabled: isAwaited,
  });
  const [claimed, setClaimed] = useState<TopUpMatch['line'] | null>(null);
  if (!isAwaited || !data) return null;
  return (
    <section aria-label={t('match.title')}>
      <h3>{t('match.title')}</h3>
      {data.length === 0 && <p>{t('match.none')}</p>}
      {data.map(({ score, isProposed, line }) => (
        <Flex key={line.id} justify="space-between" align="center" gap={8}>
          <span>
            <ToneTag tone={isProposed ? 'good' : 'quiet'}>{t(`match.${score}`)}</ToneTag>{' '}
            {minuteText(line.at)} {line.payer} {line.summary}
          </span>
          <Button size="small" type={isProposed ? 'primary' : 'default'} onClick={() => setClaimed(line)}>
            {t('match.claim')}
          </Button>
        </Flex>
      ))}
      <Suspense>
        {claimed && <ClaimLineDialog topUp={topUp} line={claimed} onClose={() => setClaimed(null)} />}
      </Suspense>
    </section>
  );
}
