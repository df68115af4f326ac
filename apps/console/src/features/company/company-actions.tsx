import { useMutation } from '@tanstack/react-query';
import type { CompanyRow } from '@xyxlx/contracts/company';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../kit/actions/confirm.ts';
import { useIntention } from '../../kit/intention.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';

interface CompanyActionsProps {
  company: CompanyRow;
  onEdit(): void;
  /** Without it the company can't be removed from here. */
  onRemoved?: () => void;
}

/** What can be done with a company: edit, hand in for certification by somebody else, remove. */
export function CompanyActions({ company, onEdit, onRemoved }: CompanyActionsProps) {
  const { t } = useTranslation(['company', 'kit']);
  const can = useCan();
  const intention = useIntention();
  const certify = useMutation(
    api.company.submitCertification.mutationOptions({
      ...intention,
      onSuccess: () => acted(t('certify.done'), api.company.pathFilter(), api.approval.pathFilter()),
    }),
  );
  const remove = useMutation(
    api.company.deleteCompany.mutationOptions({
      onSuccess: async () => {
        onRemoved?.();
        // The company itself is not asked for again: there is nothing left to find.
        await acted(
          t('kit:done'),
          api.company.queryCompany.pathFilter(),
          api.company.getCompanyTree.pathFilter(),
        );
      },
    }),
  );
  const { id, version, certification, memberCount, merchantCount } = company;
  if (!can('company.edit')) return null;

  async function askAndRemove(): Promise<void> {
    const title = t('delete.title', { name: company.name });
    if (await confirm({ title, content: t('delete.words'), okText: t('act.delete'), isDangerous: true })) {
      remove.mutate({ id, version });
    }
  }

  return (
    <>
      <Button type="primary" onClick={onEdit}>
        {t('act.edit')}
      </Button>
      {(certification === 'UNVERIFIED' || certification === 'REJECTED') && (
        <Button loading={certify.isPending} onClick={() => certify.mutate({ id, version })}>
          {t('act.certify')}
        </Button>
      )}
      {onRemoved && (
        <Button
          danger
          disabled={memberCount + merchantCount > 0}
          loading={remove.isPending}
          onClick={askAndRemove}
        >
          {t('act.delete')}
        </Button>
      )}
    </>
  );
}
