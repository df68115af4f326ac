import { useTranslation } from 'react-i18next';
import { AddressTabs } from '../../kit/address-tabs.tsx';
import { Page } from '../../kit/page.tsx';
import { useMe } from '../../lib/me.ts';
import { BindingsPanel } from './bindings-panel.tsx';
import { DevicesPanel } from './devices-panel.tsx';
import { LoginHistoryPanel } from './login-history-panel.tsx';
import { PreferencesPanel } from './preferences-panel.tsx';
import { ProfilePanel } from './profile-panel.tsx';

/** One's own details, devices, sign-ins and preferences; the open tab is part of the address. */
export function Component() {
  const { t } = useTranslation('account');
  const me = useMe();
  if (!me) return null;
  return (
    <Page title={t('profile.title')} lead={t('profile.lead')}>
      <AddressTabs
        items={[
          {
            key: 'data',
            label: t('tab.data'),
            children: (
              <>
                <ProfilePanel me={me} />
                <BindingsPanel />
              </>
            ),
          },
          { key: 'devices', label: t('tab.devices'), children: <DevicesPanel /> },
          { key: 'history', label: t('tab.history'), children: <LoginHistoryPanel /> },
          { key: 'preferences', label: t('tab.preferences'), children: <PreferencesPanel /> },
        ]}
      />
    </Page>
  );
}
