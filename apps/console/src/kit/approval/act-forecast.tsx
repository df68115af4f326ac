import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ActsForecast as ActsOutlook, ActForecast as Outlook } from '@xyxlx/contracts/approval';
import { Alert, Flex } from 'antd';
import { type ReactNode, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { amountText, countText, yuanText } from '../../lib/money.ts';
import { Amount, Amounts, ChangedAmount } from '../amounts.tsx';

/** So many names are shown; who else may decide is a matter of their roles. */
const maxNames = 5;

interface ActForecastProps {
  /** The kind of act, as the approvals call it. */
  subjectType: string;
  /** Whose company's fund it touches, if any. */
  merchantId?: string;
  /** The account that it takes from, of acts on funds themselves, and what its balance is called. */
  accountId?: string | undefined;
  balanceLabel?: string | undefined;
  /** What it moves, in fen; 0 while that is not known yet. */
  amount: number;
  /** The records that it moves money for. */
  count?: number;
  /** What it gives to the company's fund, in fen; negative: what it takes. */
  fundDelta?: number;
}

/** Before an act: the company's fund as it is and will be, and who will have to agree. The service alone decides. */
export function ActForecast({
  subjectType,
  merchantId,
  accountId,
  balanceLabel,
  amount,
  count = 1,
  fundDelta = 0,
}: ActForecastProps) {
  const asked = useDeferredValue(amount);
  const { data } = useQuery(
    api.approval.forecastAct.queryOptions(
      {
        subjectType,
        amount: asked,
        count,
        ...(merchantId && { merchantId }),
        ...(accountId && { accountId }),
      },
      { placeholderData: keepPreviousData, trpc: { context: { background: true } } },
    ),
  );
  return data ? <Shown forecast={data} fundDelta={fundDelta} balanceLabel={balanceLabel} /> : null;
}

interface ActsForecastProps {
  /** The kind of act, as the approvals call it. */
  subjectType: string;
  /** The records that it is about. */
  ids: readonly string[];
}

/** As `ActForecast`, of an act on records that say themselves what would move: less than was given where some of it is spent. */
export function ActsForecast({ subjectType, ids }: ActsForecastProps) {
  const { data } = useQuery(
    api.approval.forecastActs.queryOptions(
      { subjectType, ids: [...ids] },
      { trpc: { context: { background: true } } },
    ),
  );
  return data ? (
    <Shown forecast={data} fundDelta={data.fundDelta}>
      <Moves forecast={data} isOne={ids.length === 1} />
    </Shown>
  ) : null;
}

/** What would move, how many of several would wait, and how many would be refused. */
function Moves({
  forecast: { amount, count, waiting, refused },
  isOne,
}: {
  forecast: ActsOutlook;
  isOne: boolean;
}) {
  const { t } = useTranslation('kit');
  const parts = [
    t('act.moving', { amount: amountText(amount), total: countText(count) }),
    !isOne && waiting > 0 && t('act.waiting', { total: countText(waiting) }),
    refused > 0 && t('act.refused', { total: countText(refused) }),
  ];
  return <Amount title={t('act.moves')}>{parts.filter(Boolean).join(t('act.semicolon'))}</Amount>;
}

interface ShownProps {
  forecast: Outlook;
  fundDelta: number;
  balanceLabel?: string | undefined;
  children?: ReactNode;
}

function Shown({ forecast, fundDelta, balanceLabel, children }: ShownProps) {
  const { t } = useTranslation('kit');
  const { fundBalance, dayAmount, waits } = forecast;
  return (
    <Flex vertical gap={16} style={{ marginBottom: 16 }}>
      <Amounts label={t('act.forecast')}>
        {children}
        {fundBalance !== null && (
          <ChangedAmount
            title={balanceLabel ?? t('act.fund')}
            before={fundBalance}
            after={fundBalance + fundDelta}
          />
        )}
        <Amount title={t('act.today')}>{amountText(dayAmount)}</Amount>
      </Amounts>
      {waits && <Waits forecast={forecast} />}
    </Flex>
  );
}

function Waits({ forecast: { threshold, mayDecide } }: { forecast: Outlook }) {
  const { t } = useTranslation('kit');
  const names = mayDecide
    .slice(0, maxNames)
    .map(({ name, roles }) => t('act.person', { name, roles: roles.join(t('approval.comma')) }));
  const who =
    names.length === 0
      ? t('approval.nobody')
      : t(mayDecide.length > maxNames ? 'approval.mayDecideMore' : 'approval.mayDecide', {
          names: names.join(t('approval.comma')),
          total: mayDecide.length,
        });
  const limits =
    threshold.count === null || threshold.dayCount === null
      ? t('act.over', { amount: yuanText(threshold.amount), day: yuanText(threshold.dayAmount) })
      : t('act.overCounts', {
          amount: yuanText(threshold.amount),
          day: yuanText(threshold.dayAmount),
          total: countText(threshold.count),
          dayTotal: countText(threshold.dayCount),
        });
  return (
    <Alert
      type={names.length === 0 ? 'warning' : 'info'}
      showIcon
      title={t('act.waits')}
      description={
        <>
          {limits}
          <br />
          {who}
        </>
      }
    />
  );
}
