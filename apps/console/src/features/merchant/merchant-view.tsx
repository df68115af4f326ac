import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { type MerchantDetail, merchantStateWords } from '@xyxlx/contracts/merchant';
import { paths } from '@xyxlx/contracts/paths';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { ApprovalHistory } from '../../kit/approval/approval-history.tsx';
import { ApprovalNotice } from '../../kit/approval/approval-notice.tsx';
import { PendingChange } from '../../kit/approval/pending-change.tsx';
import { useSubjectApproval } from '../../kit/approval/use-subject-approval.ts';
import { Facts } from '../../kit/detail/facts.tsx';
import type { RecordView } from '../../kit/detail/record-view.ts';
import { RevealButton } from '../../kit/detail/reveal-button.tsx';
import { Figures } from '../../kit/figures.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';
import { mccText } from '../../lib/mcc.ts';
import { useCan } from '../../lib/me.ts';
import { amountText, countText } from '../../lib/money.ts';
import { merchantActions } from './merchant-actions.tsx';
import styles from './merchant-drawer.module.css';
import { MoveNotice } from './move-notice.tsx';
import { StoreList } from './store-list.tsx';

/** One merchant as its drawer and its page show it. */
export function useMerchantView(
  id: string | null | undefined,
  onEdit: (merchant: MerchantDetail) => void,
): RecordView<MerchantDetail> {
  const { t } = useTranslation('merchant');
  const record = useQuery(
    api.merchant.getMerchant.queryOptions(id ? { id } : skipToken, {
      // Until its limits have followed it, what is left of its move is asked for again.
      refetchInterval: ({ state: { data } }) => (data?.move ? 2000 : false),
    }),
  );
  return {
    record,
    title: t('detail.title'),
    titleOf: ({ name }) => name,
    extra: ({ state }) => <StateTag words={merchantStateWords[state]} />,
    footer: (merchant) => <Actions merchant={merchant} onEdit={onEdit} />,
    children: (merchant) => <Detail key={merchant.id} merchant={merchant} />,
  };
}

function Actions({ merchant, onEdit }: { merchant: MerchantDetail; onEdit(merchant: MerchantDetail): void }) {
  const { t } = useTranslation('merchant');
  const approval = useSubjectApproval('merchantRegistration', merchant.id);
  const canDecide = approval?.canDecide ?? false;
  return (
    <RecordActions
      record={merchant}
      nameOf={({ name }) => name}
      actions={merchantActions(t, { canDecide, onEdit })}
    />
  );
}

function Detail({ merchant }: { merchant: MerchantDetail }) {
  const { t } = useTranslation('merchant');
  const { summary } = merchant;
  const approval = useSubjectApproval('merchantRegistration', merchant.id);
  const change = useSubjectApproval('merchantChange', merchant.id);
  const move = useSubjectApproval('merchantMove', merchant.id);
  return (
    <>
      {approval?.state === 'PENDING' && (
        <div className={styles.notice}>
          <ApprovalNotice approval={approval} />
        </div>
      )}
      {change?.state === 'PENDING' && (
        <div className={styles.notice}>
          <PendingChange approval={change} />
        </div>
      )}
      {move?.state === 'PENDING' && (
        <div className={styles.notice}>
          <PendingChange approval={move} />
        </div>
      )}
      {merchant.move && (
        <div className={styles.notice}>
          <MoveNotice move={merchant.move} />
        </div>
      )}
      <Figures
        label={t('detail.figures')}
        items={[
          { key: 'employees', label: t('figure.employees'), value: countText(summary.employeeCount) },
          { key: 'available', label: t('figure.available'), value: amountText(summary.availableLimit) },
          { key: 'used', label: t('figure.used'), value: amountText(summary.usedLimit) },
        ]}
      />
      <RecordLinks merchantId={merchant.id} />
      <Facts
        title={t('detail.base')}
        record={merchant}
        facts={(cell) => [
          cell.code('merchantNo', t('field.merchantNo'), (row) => row.merchantNo),
          cell.text('shortName', t('field.shortName'), (row) => row.shortName),
          cell.code('creditCode', t('field.creditCode'), (row) => row.creditCode),
          merchant.stateReason !== null &&
            cell.text('stateReason', t('field.stateReason'), (row) => row.stateReason),
          cell.record('company', t('field.company'), 'company', (row) => row.company),
          cell.text('brand', t('field.brand'), (row) => row.brand?.name),
          cell.text('platform', t('field.platform'), (row) => row.platform?.name),
          cell.text('mcc', t('field.mcc'), (row) => mccText(row.mcc)),
          cell.text('region', t('field.region'), (row) => row.region),
        ]}
      />
      <Personal merchant={merchant} />
      <Facts
        title={t('detail.history')}
        record={merchant}
        facts={(cell) => [
          cell.stamp(
            'created',
            t('field.createdAt'),
            (row) => row.createdAt,
            (row) => row.createdBy,
          ),
          cell.stamp(
            'updated',
            t('field.updatedAt'),
            (row) => row.updatedAt,
            (row) => row.updatedBy,
          ),
        ]}
      />
      {approval && approval.history.length > 0 && (
        <div className={styles.history}>
          <ApprovalHistory history={approval.history} />
        </div>
      )}
      {change && change.history.length > 0 && (
        <div className={styles.history}>
          <ApprovalHistory title={t('detail.changes')} history={change.history} />
        </div>
      )}
      {move && move.history.length > 0 && (
        <div className={styles.history}>
          <ApprovalHistory title={t('detail.moves')} history={move.history} />
        </div>
      )}
      <StoreList merchantId={merchant.id} />
    </>
  );
}

function Personal({ merchant }: { merchant: MerchantDetail }) {
  const { t } = useTranslation('merchant');
  const can = useCan();
  const reveal = useMutation(api.merchant.revealMerchant.mutationOptions());
  return (
    <div className={styles.personal}>
      <Facts
        title={t('detail.settlement')}
        record={{ ...merchant, ...reveal.data }}
        facts={(cell) => [
          cell.text('contactName', t('field.contactName'), (row) => row.contactName),
          cell.masked('contactMobile', t('field.contactMobile'), (row) => row.contactMobile),
          cell.text('settlementBank', t('field.settlementBank'), (row) => row.settlementBank),
          cell.masked('settlementAccount', t('field.settlementAccount'), (row) => row.settlementAccount),
        ]}
      />
      {can('merchant.reveal') && !reveal.data && (
        <div className={styles.reveal}>
          <RevealButton
            isPending={reveal.isPending}
            onReveal={(reason) => reveal.mutateAsync({ id: merchant.id, reason })}
          />
        </div>
      )}
    </div>
  );
}

function RecordLinks({ merchantId }: { merchantId: string }) {
  const { t } = useTranslation('merchant');
  const can = useCan();
  const query = `?merchantId=${merchantId}`;
  return (
    <p className={styles.links}>
      {can('employee.view') && <Link to={`${paths.employees}${query}`}>{t('detail.employees')}</Link>}
      {can('consumption.view') && <Link to={`${paths.storeBill}${query}`}>{t('detail.consumption')}</Link>}
      {can('lottery.view') && <Link to={`${paths.storeLottery}${query}`}>{t('detail.lottery')}</Link>}
      {can('bill.view') && <Link to={`${paths.bill}${query}`}>{t('detail.bills')}</Link>}
    </p>
  );
}
