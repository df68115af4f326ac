import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { longestBacktest } from '@xyxlx/contracts/compliance-backtest';
import { riskBacktestStateWords } from '@xyxlx/contracts/compliance-kinds';
import { Button, Flex, InputNumber } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../../kit/state-tag.tsx';
import { api, client } from '../../../lib/api.ts';
import { businessNow } from '../../../lib/business-clock.ts';
import { useCan } from '../../../lib/me.ts';
import { randomKey } from '../../../lib/random-key.ts';
import { dayText } from '../../../lib/time.ts';
import { BacktestOutcomeView } from './backtest-outcome.tsx';
import { BacktestRun } from './backtest-run.tsx';

const pollMs = 2000;
const dayLength = 86_400_000;

/** The newest look at the past by a version: how far it is, what it came to; and the way to begin another. */
export function BacktestPart({ versionId }: { versionId: string }) {
  const { t } = useTranslation('compliance');
  const id = useId();
  const can = useCan();
  const queryClient = useQueryClient();
  const [days, setDays] = useState<number | null>(90);
  const { data } = useQuery(
    api.compliance.getBacktest.queryOptions(
      { versionId },
      {
        refetchInterval: ({ state }) => (state.data?.state === 'RUNNING' ? pollMs : false),
        trpc: { context: { background: true } },
      },
    ),
  );
  const start = useMutation({
    mutationFn: (span: { from: string; to: string; key: string }) =>
      client.compliance.startBacktest.mutate(
        { versionId, from: span.from, to: span.to },
        { context: { idempotencyKey: span.key } },
      ),
    onSuccess: () => queryClient.invalidateQueries(api.compliance.getBacktest.pathFilter()),
  });

  function begin(): void {
    const to = businessNow().getTime();
    const from = to - (days ?? 1) * dayLength;
    start.mutate({
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      key: randomKey(),
    });
  }

  return (
    <Flex vertical gap={12} style={{ marginTop: 12 }}>
      {can('compliance.settings') && data?.state !== 'RUNNING' && (
        <Flex gap={8} align="center" wrap>
          <label htmlFor={id}>{t('rules.backtest.days')}</label>
          <InputNumber
            id={id}
            min={1}
            max={longestBacktest}
            precision={0}
            value={days}
            onChange={(value) => setDays(value)}
          />
          <Button disabled={days === null} loading={start.isPending} onClick={begin}>
            {t('rules.backtest.start')}
          </Button>
        </Flex>
      )}
      {data === null && <p>{t('rules.backtest.none')}</p>}
      {data && (
        <p style={{ margin: 0 }}>
          {dayText(data.from)} – {dayText(data.to)} <StateTag words={riskBacktestStateWords[data.state]} />
        </p>
      )}
      {data?.state === 'RUNNING' && <BacktestRun jobId={data.jobId} />}
      {data?.outcome && <BacktestOutcomeView backtest={data} outcome={data.outcome} />}
    </Flex>
  );
}
