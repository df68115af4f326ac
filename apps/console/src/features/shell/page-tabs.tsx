import { CloseOutlined } from '@ant-design/icons';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLabel } from '../../lib/label.ts';
import styles from './page-tabs.module.css';
import type { Tab } from './use-tabs.ts';

interface PageTabsProps {
  tabs: readonly Tab[];
  current: string;
  onClose(path: string): void;
}

/** The strip of open pages. */
export function PageTabs({ tabs, current, onClose }: PageTabsProps) {
  const { t } = useTranslation('shell');
  const label = useLabel();
  const strip = useRef<HTMLElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another place in the strip.
  useEffect(() => {
    strip.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);

  return (
    <nav ref={strip} aria-label={t('tabs.label')} className={styles.strip}>
      <ul>
        {tabs.map(({ path, url, screen }) => (
          <li key={path} data-current={path === current}>
            <Link to={url} aria-current={path === current ? 'page' : undefined}>
              {label(screen.title)}
            </Link>
            {tabs.length > 1 && (
              <button
                type="button"
                aria-label={t('tabs.close', { screen: label(screen.title) })}
                onClick={() => onClose(path)}
              >
                <CloseOutlined aria-hidden />
              </button>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
