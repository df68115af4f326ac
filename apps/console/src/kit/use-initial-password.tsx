import { Alert, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { confirm } from './confirm.ts';
import { CopyButton } from './copy-button.tsx';

/** What shows an initial password, which the server tells only once; the answer comes when the user has kept it. */
export function useInitialPassword(): (name: string, password: string) => Promise<boolean> {
  const { t } = useTranslation('kit');
  return (name, password) =>
    confirm({
      title: t('initial.title', { name }),
      okText: t('initial.kept'),
      isNotice: true,
      content: (
        <>
          <Alert type="warning" showIcon title={t('initial.words')} />
          <p style={{ marginTop: 16, fontSize: 18 }}>
            <Typography.Text code data-testid="initial-password">
              {password}
            </Typography.Text>{' '}
            <CopyButton value={password} />
          </p>
        </>
      ),
    });
}
