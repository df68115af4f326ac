import type { TFunction } from 'i18next';
import { confirm } from '../../kit/confirm.ts';
import { CopyButton } from '../../kit/copy-button.tsx';

/** Shows an administrator's initial password, which the server tells only once. */
export function notifyInitialPassword(
  t: TFunction<'tenant'>,
  mobile: string,
  password: string,
): Promise<boolean> {
  return confirm({
    title: t('initial.title', { mobile }),
    okText: t('initial.kept'),
    content: (
      <>
        <p>{t('initial.words')}</p>
        <p style={{ marginTop: 12, fontSize: 18 }}>
          <code>{password}</code> <CopyButton value={password} />
        </p>
      </>
    ),
  });
}
