import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { BulkReasonDialog } from '../../kit/actions/bulk-reason-dialog.tsx';
import { ActForecast } from '../../kit/approval/act-forecast.tsx';
import { useIntention } from '../../kit/intention.ts';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

interface AwardDialogProps {
  ids: readonly string[];
  nameOf(id: string): string;
  onClose(isDone: boolean): void;
}

/** 补发: hands prizes out again and tells what became of each. */
export function AwardDialog({ ids, ...rest }: AwardDialogProps) {
  const { t } = useTranslation('lottery');
  const award = useMutation(
    api.lottery.awardLottery.mutationOptions({
      ...useIntention(),
      // A prize may be a limit, which the page of its employee shows above the draws.
      onSuccess: () =>
        Promise.all(
          [api.lottery, api.employee, api.merchant, api.approval].map((area) =>
            queryClient.invalidateQueries(area.pathFilter()),
          ),
        ),
    }),
  );
  // Of one draw it can be said what it costs and who will have to agree; of many, each row answers.
  const [only] = ids.length === 1 ? ids : [];
  const draw = useQuery(
    api.lottery.getLottery.queryOptions(only ? { id: only } : skipToken, {
      trpc: { context: { background: true } },
    }),
  ).data;
  return (
    <BulkReasonDialog
      {...rest}
      title={t('award.title')}
      words={t('award.words')}
      okText={t('award.action')}
      ids={ids}
      work={award}
      onSubmit={(reason) => award.mutate({ ids: [...ids], reason })}
    >
      {draw && (
        <ActForecast
          subjectType="lotteryAward"
          merchantId={draw.merchant.id}
          amount={draw.prizeAmount}
          fundDelta={draw.prizeType === 'LIMIT' ? -draw.prizeAmount : 0}
        />
      )}
    </BulkReasonDialog>
  );
}
