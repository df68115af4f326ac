import { voucherTransitions } from '@xyxlx/contracts/voucher';
import type { VoucherDetail, VoucherRow } from '@xyxlx/contracts/voucher-record';
import type { TFunction } from 'i18next';
import { lazy } from 'react';
import { byState } from '../../kit/actions/by-state.ts';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { client } from '../../lib/api.ts';
import { voucherAreas } from './voucher-areas.ts';

const ReverseDialog = lazy(async () => ({ default: (await import('./reverse-dialog.tsx')).ReverseDialog }));
const PrintDialog = lazy(async () => ({ default: (await import('./print-dialog.tsx')).PrintDialog }));

/** What is done to one voucher or to several at once. */
export function voucherSteps(t: TFunction<'voucher'>): RecordAction<VoucherRow>[] {
  return [
    {
      name: 'approveVouchers',
      permission: 'voucher.approve',
      offered: ({ state }) => state === 'PENDING',
      label: t('act.approve'),
      look: 'primary',
      ask: { words: t('act.approve.words') },
      many: (ids, _given, call) => client.voucher.approveVouchers.mutate({ ids }, call),
      affects: voucherAreas,
    },
    {
      ...byState(voucherTransitions, 'postVouchers'),
      label: t('act.post'),
      look: 'primary',
      ask: { words: t('act.post.words') },
      many: (ids, _given, call) => client.voucher.postVouchers.mutate({ ids }, call),
      affects: voucherAreas,
    },
    {
      name: 'downloadVoucher',
      permission: 'voucher.export',
      label: t('act.print'),
      bulkDialog: ({ ids, onClose }) => <PrintDialog ids={ids} onClose={() => onClose(false)} />,
    },
  ];
}

interface Ways {
  canDecide: boolean;
  onEdit(voucher: VoucherDetail): void;
  onClose(): void;
}

/** What can be done with one voucher in its state. */
export function voucherActions(
  t: TFunction<'voucher'>,
  { canDecide, onEdit, onClose }: Ways,
): RecordAction<VoucherDetail>[] {
  const isDraft = ({ kind, state }: VoucherDetail) => kind === 'MANUAL' && state === 'DRAFT';
  const submit = byState(voucherTransitions, 'submitVoucher');
  const remake = byState(voucherTransitions, 'remakeVoucher');
  const [approve, ...others] = voucherSteps(t);
  return [
    {
      ...submit,
      offered: (voucher) => isDraft(voucher) && submit.offered(voucher),
      label: t('act.submit'),
      look: 'primary',
      ask: { words: t('act.submit.words') },
      one: ({ id, version }) => client.voucher.submitVoucher.mutate({ id, version }),
      affects: voucherAreas,
    },
    {
      ...remake,
      offered: (voucher) => voucher.kind === 'SYSTEM' && remake.offered(voucher),
      label: t('act.remake'),
      look: 'primary',
      ask: { words: t('act.remake.words') },
      one: ({ id, version }) => client.voucher.remakeVoucher.mutate({ id, version }),
      affects: voucherAreas,
    },
    ...(canDecide && approve ? [approve] : []),
    ...others,
    {
      name: 'editVoucher',
      permission: 'voucher.edit',
      offered: isDraft,
      label: t('act.edit'),
      press: onEdit,
    },
    {
      name: 'reverseVoucher',
      permission: 'voucher.edit',
      offered: ({ state, kind, reversedBy }) => state === 'POSTED' && kind !== 'RED' && reversedBy === null,
      label: t('act.reverse'),
      look: 'danger',
      dialog: (voucher, close) => <ReverseDialog voucher={voucher} onClose={close} />,
    },
    {
      name: 'deleteVoucher',
      permission: 'voucher.edit',
      offered: isDraft,
      label: t('act.delete'),
      look: 'danger',
      ask: { words: t('act.delete.words') },
      one: async ({ id, version }) => {
        await client.voucher.deleteVoucher.mutate({ id, version });
        onClose();
      },
      affects: voucherAreas,
    },
  ];
}
