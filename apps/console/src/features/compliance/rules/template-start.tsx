import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { riskTemplates } from '@xyxlx/contracts/risk-templates';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { api, client } from '../../../lib/api.ts';

/** How to begin: a draft of each template, in the first inbox. Without an inbox there is nobody to work what they find. */
export function TemplateStart() {
  const { t } = useTranslation('compliance');
  const queryClient = useQueryClient();
  const inboxes = useQuery(api.compliance.queryInbox.queryOptions({ pageSize: 1 }));
  const inboxId = inboxes.data?.list[0]?.id;
  const make = useMutation({
    mutationFn: async (inbox: string) => {
      for (const template of riskTemplates) {
        await client.compliance.addRule.mutate({ ...template, action: 'ALERT', inboxId: inbox });
      }
    },
    onSettled: () => queryClient.invalidateQueries(api.compliance.pathFilter()),
  });
  if (inboxes.data && !inboxId) return <p>{t('rules.start.noInbox')}</p>;
  return (
    <Button
      type="primary"
      disabled={!inboxId}
      loading={make.isPending}
      onClick={() => inboxId && make.mutate(inboxId)}
    >
      {t('rules.start')}
    </Button>
  );
}
