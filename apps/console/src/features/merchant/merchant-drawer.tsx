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
import { CopyButton } from '../../kit/copy-button.tsx';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { RevealButton } from '../../kit/detail/reveal-button.tsx';
import { Figures } from '../../kit/figures.tsx';
import { MaskedText } from '../../kit/masked-text.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { amountText, countText } from '../../lib/money.ts';
import { stampText } from '../../lib/stamp.ts';
import { merchantActions } from './merchant-actions.ts';
import styles from './merchant-drawer.module.css';
import { StoreList } from './store-list.tsx';

interface MerchantDrawerProps {
  /** Null keeps it closed. */
  id: string | null;
  onEdit(merchant: MerchantDetail): void;
  onClose(): void;
}

/** One merchant in detail, over the list. */
export function MerchantDrawer({ id, onEdit, onClose }: MerchantDrawerProps) {
  const { t } = useTranslation('merchant');
  const record = useQuery(api.merchant.getMerchant.queryOptions(id ? { id } : skipToken));
  return (
    <DetailDrawer
      open={id !== null}
      record={record}
      title={t('detail.title')}
      titleOf={(merchant) => merchant.name}
      extra={(merchant) => <StateTag words={merchantStateWords[merchant.state]} />}
      footer={(merchant) => <Actions merchant={merchant} onEdit={onEdit} />}
      size={680}
      onClose={onClose}
    >
      {(merchant) => <Detail key={merchant.id} merchant={merchant} />}
    </DetailDrawer>
  );
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
        items={[
          {
            key: 'merchantNo',
            label: t('field.merchantNo'),
            value: (
              <span className="figures">
                {merchant.merchantNo} <CopyButton value={merchant.merchantNo} />
              </span>
            ),
          },
          { key: 'shortName', label: t('field.shortName'), value: merchant.shortName },
          {
            key: 'creditCode',
            label: t('field.creditCode'),
            value: (
              <span className="figures">
                {merchant.creditCode} <CopyButton value={merchant.creditCode} />
              </span>
            ),
          },
          ...(merchant.stateReason
            ? [{ key: 'stateReason', label: t('field.stateReason'), value: merchant.stateReason }]
            : []),
          { key: 'company', label: t('field.company'), value: merchant.company?.name },
          { key: 'brand', label: t('field.brand'), value: merchant.brand?.name },
          { key: 'platform', label: t('field.platform'), value: merchant.platform?.name },
          { key: 'mcc', label: t('field.mcc'), value: <span className="figures">{merchant.mcc}</span> },
          { key: 'region', label: t('field.region'), value: merchant.region },
        ]}
      />
      <Personal merchant={merchant} />
      <Facts
        title={t('detail.history')}
        items={[
          {
            key: 'created',
            label: t('field.createdAt'),
            value: stampText(merchant.createdAt, merchant.createdBy),
          },
          {
            key: 'updated',
            label: t('field.updatedAt'),
            value: stampText(merchant.updatedAt, merchant.updatedBy),
          },
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
      <StoreList merchantId={merchant.id} />
    </>
  );
}

function Personal({ merchant }: { merchant: MerchantDetail }) {
  const { t } = useTranslation('merchant');
  const can = useCan();
  const reveal = useMutation(api.merchant.revealMerchant.mutationOptions());
  const shown = reveal.data;
  return (
    <div className={styles.personal}>
      <Facts
        title={t('detail.settlement')}
        items={[
          { key: 'contactName', label: t('field.contactName'), value: merchant.contactName },
          {
            key: 'contactMobile',
            label: t('field.contactMobile'),
            value: <MaskedText value={shown?.contactMobile ?? merchant.contactMobile} />,
          },
          { key: 'settlementBank', label: t('field.settlementBank'), value: merchant.settlementBank },
          {
            key: 'settlementAccount',
            label: t('field.settlementAccount'),
            value: <MaskedText value={shown?.settlementAccount ?? merchant.settlementAccount} />,
          },
        ]}
      />
      {can('merchant.reveal') && !shown && (
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
