import { useQuery } from '@tanstack/react-query';
import { QRCode } from 'antd';
import { useTranslation } from 'react-i18next';
import { PlainLink } from '../../kit/plain-link.tsx';
import { PublicFrame } from '../../kit/public-frame.tsx';
import { api } from '../../lib/api.ts';
import { deviceKind } from './device-kind.ts';
import styles from './download-app-page.module.css';

/** 下载应用: a code to scan for each platform; on a phone, its own way first. */
export function Component() {
  const { t } = useTranslation('download-app');
  const links = useQuery(api.appDownload.getAppDownload.queryOptions());
  const own = deviceKind(navigator.userAgent);
  const platforms = [
    { kind: 'ios', address: links.data?.ios },
    { kind: 'android', address: links.data?.android },
    // The console itself works in any browser, so there is always a way.
    { kind: 'web', address: `${location.origin}/login` },
  ] as const;
  return (
    <PublicFrame title={t('title')} lead={t('lead')}>
      <ul className={styles.platforms} aria-busy={links.isPending}>
        {[...platforms]
          .sort((one, other) => Number(other.kind === own) - Number(one.kind === own))
          .map(({ kind, address }) => (
            <li key={kind} className={styles.platform} data-own={kind === own}>
              {address ? (
                // Whoever can't see it follows the link beside it.
                <div aria-hidden="true">
                  <QRCode
                    value={address}
                    type="svg"
                    size={120}
                    bordered={false}
                    color="#14251d"
                    bgColor="#ffffff"
                  />
                </div>
              ) : (
                <span className={styles.missing} aria-hidden="true">
                  —
                </span>
              )}
              <div>
                <h2>{t(`platform.${kind}`)}</h2>
                <p>{address ? t(`words.${kind}`) : t('missing')}</p>
                {address && <PlainLink to={address}>{t('open')}</PlainLink>}
              </div>
            </li>
          ))}
      </ul>
    </PublicFrame>
  );
}
