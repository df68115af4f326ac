import { skipToken, useQuery } from '@tanstack/react-query';
import type { CompanyRow } from '@xyxlx/contracts/company';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { companyActions } from './company-actions.ts';
import { CompanyDetail } from './company-detail.tsx';

interface CompanyDrawerProps {
  /** Null keeps it closed. */
  id: string | null;
  onEdit(company: CompanyRow): void;
  onClose(): void;
}

/** One company over the list. */
export function CompanyDrawer({ id, onEdit, onClose }: CompanyDrawerProps) {
  const { t } = useTranslation('company');
  const can = useCan();
  const record = useQuery(api.company.getCompany.queryOptions(id ? { id } : skipToken));
  return (
    <DetailDrawer<CompanyRow>
      open={id !== null}
      record={record}
      title={t('detail.title')}
      titleOf={({ name }) => name}
      footer={(company) =>
        can('company.edit') && (
          <RecordActions
            record={company}
            nameOf={({ name }) => name}
            actions={companyActions(t, { onEdit, onRemoved: onClose })}
          />
        )
      }
      size={760}
      onClose={onClose}
    >
      {(company) => <CompanyDetail key={company.id} company={company} />}
    </DetailDrawer>
  );
}
