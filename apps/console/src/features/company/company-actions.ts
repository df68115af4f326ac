import { type CompanyRow, certificationTransitions } from '@xyxlx/contracts/company';
import type { TFunction } from 'i18next';
import { byState } from '../../kit/actions/by-state.ts';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { api, client } from '../../lib/api.ts';

interface Options {
  onEdit(company: CompanyRow): void;
  /** Without it the company can't be removed from here. */
  onRemoved?(): void;
}

/** What can be done with a company: edit, hand in for certification by somebody else, remove. */
export function companyActions(
  t: TFunction<'company'>,
  { onEdit, onRemoved }: Options,
): RecordAction<CompanyRow>[] {
  const certify = byState(certificationTransitions, 'submitCertification');
  return [
    { name: 'editCompany', label: t('act.edit'), permission: 'company.edit', look: 'primary', press: onEdit },
    {
      ...certify,
      label: t('act.certify'),
      offered: ({ certification }) => certify.offered({ state: certification }),
      one: ({ id, version }, _given, call) =>
        client.company.submitCertification.mutate({ id, version }, call),
      done: t('certify.done'),
      affects: [api.company.pathFilter(), api.approval.pathFilter()],
    },
    {
      name: 'deleteCompany',
      label: t('act.delete'),
      permission: 'company.edit',
      look: 'danger',
      offered: () => onRemoved !== undefined,
      isDisabled: ({ memberCount, merchantCount }) => memberCount + merchantCount > 0,
      ask: { title: ({ name }) => t('delete.title', { name }), words: t('delete.words') },
      async one({ id, version }) {
        await client.company.deleteCompany.mutate({ id, version });
        onRemoved?.();
      },
      // The company itself is not asked for again: there is nothing left to find.
      affects: [api.company.queryCompany.pathFilter(), api.company.getCompanyTree.pathFilter()],
    },
  ];
}
