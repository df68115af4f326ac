import { useMutation, useQuery } from '@tanstack/react-query';
import {
  merchant as contract,
  isLive,
  type MerchantDetail,
  merchantGuarded,
} from '@xyxlx/contracts/merchant';
import type { Option } from '@xyxlx/contracts/option';
import { useTranslation } from 'react-i18next';
import { useGuardedChange } from '../../kit/approval/guarded-change.ts';
import { useSubjectApproval } from '../../kit/approval/use-subject-approval.ts';
import { useCreditCode } from '../../kit/form/credit-code.ts';
import { FormPart } from '../../kit/form/form-part.tsx';
import { RecordForm } from '../../kit/form/record-form.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { mccOptions } from '../../lib/mcc.ts';
import { amountText } from '../../lib/money.ts';
import { selectOptionOf } from '../../lib/select-option.ts';

interface MerchantFormProps {
  /** The merchant to change; without, a new one. */
  merchant: MerchantDetail | null;
  onClose(): void;
}

/** Registers a merchant or changes one. */
export function MerchantForm({ merchant, onClose }: MerchantFormProps) {
  const { t } = useTranslation(['merchant', 'kit']);
  const companies = useQuery(api.merchant.queryCompanyOption.queryOptions());
  const brands = useQuery(api.merchant.queryBrandOption.queryOptions());
  const platforms = useQuery(api.merchant.queryPlatformOption.queryOptions());
  const creditCode = useCreditCode(t('field.creditCode'));
  const isGuarded = merchant !== null && isLive(merchant.state);
  const { guard, savedWords, reason } = useGuardedChange(
    'merchantChange',
    merchantGuarded,
    merchant,
    isGuarded,
  );
  const isMoving =
    useSubjectApproval('merchantMove', merchant?.id)?.state === 'PENDING' || Boolean(merchant?.move);
  const changed = async (words: string) => {
    onClose();
    await acted(words, api.merchant.pathFilter(), api.approval.pathFilter());
  };
  const add = useMutation(
    api.merchant.addMerchant.mutationOptions({ onSuccess: () => changed(t('form.added')) }),
  );
  const edit = useMutation(
    api.merchant.editMerchant.mutationOptions({
      onSuccess: (saved, sent) => changed(savedWords(saved, sent)),
    }),
  );
  const unspent = merchant ? merchant.summary.availableLimit + merchant.summary.lockedLimit : 0;
  const offered = ({ data, isFetching }: typeof companies) => ({
    loading: isFetching,
    options: data?.map(selectOptionOf) ?? [],
  });
  /** What is out of use is offered to nobody but a merchant that has it. */
  const inUse = ({ data, isFetching }: typeof brands, present: Option | null | undefined) => ({
    loading: isFetching,
    options:
      data?.filter(({ id, state }) => state === 'ENABLED' || id === present?.id).map(selectOptionOf) ?? [],
  });
  return (
    <RecordForm
      title={t(merchant ? 'form.edit' : 'form.add')}
      {...(!isGuarded && { okText: t('form.submit') })}
      record={merchant}
      guard={guard && { ...guard, isWaiting: guard.isWaiting || isMoving }}
      add={{ schema: contract.addMerchant.input, work: add }}
      edit={{ schema: contract.editMerchant.input, work: edit }}
      onClose={onClose}
      fields={(field) => [
        <FormPart key="who" title={t('form.part.who')}>
          {field.text('name', t('field.name'))}
          {field.text('shortName', t('field.shortName'))}
          {field.text('creditCode', t('field.creditCode'), creditCode)}
          {field.pick('companyId', t('field.company'), {
            ...offered(companies),
            extra: isGuarded && unspent > 0 && t('form.move', { amount: amountText(unspent) }),
          })}
        </FormPart>,
        <FormPart key="trade" title={t('form.part.trade')}>
          {field.pick('brandId', t('field.brand'), inUse(brands, merchant?.brand))}
          {field.pick('platformId', t('field.platform'), inUse(platforms, merchant?.platform))}
          {field.pick('mcc', t('field.mcc'), { options: mccOptions(merchant?.mcc) })}
          {field.region('region', t('field.region'))}
        </FormPart>,
        <FormPart key="contact" title={t('form.part.contact')}>
          {field.text('contactName', t('field.contactName'))}
          {field.personal('contactMobile', t('field.contactMobile'), { inputMode: 'numeric' })}
        </FormPart>,
        <FormPart key="settlement" title={t('form.part.settlement')}>
          {field.text('settlementBank', t('field.settlementBank'))}
          {field.personal('settlementAccount', t('field.settlementAccount'), { inputMode: 'numeric' })}
        </FormPart>,
        reason && !isMoving && field.text('reason', ...reason),
      ]}
    />
  );
}
