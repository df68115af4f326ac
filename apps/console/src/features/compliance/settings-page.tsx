import { useTranslation } from 'react-i18next';
import { AddressTabs } from '../../kit/address-tabs.tsx';
import { Page } from '../../kit/page.tsx';
import { InboxList } from './inboxes/inbox-list.tsx';
import { EntryList } from './lists/entry-list.tsx';
import { RuleList } from './rules/rule-list.tsx';

/** 合规设置: what compliance looks for, whom it refuses, watches or leaves in peace, and who works its cases. */
export function Component() {
  const { t } = useTranslation('compliance');
  return (
    <Page title={t('settings.title')} lead={t('settings.lead')}>
      <AddressTabs
        items={[
          { key: 'rule', label: t('tab.rule'), children: <RuleList /> },
          { key: 'list', label: t('tab.list'), children: <EntryList /> },
          { key: 'inbox', label: t('tab.inbox'), children: <InboxList /> },
        ]}
      />
    </Page>
  );
}
