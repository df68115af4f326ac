import { ArrowsAltOutlined } from '@ant-design/icons';
import type { PageKind } from '@xyxlx/contracts/timeline';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMe } from '../../lib/me.ts';
import { recordPage } from '../../lib/record-address.ts';
import styles from './page-link.module.css';

/** 打开整页: the page of the record that a drawer shows, with all that touched it. */
export function PageLink({ type, id }: { type: PageKind; id: string }) {
  const { t } = useTranslation('kit');
  const to = recordPage({ type, id }, useMe()?.permissions ?? []);
  if (to === null) return null;
  return (
    <Tooltip title={t('page.open')}>
      <Link to={to} className={styles.link} aria-label={t('page.open')}>
        <ArrowsAltOutlined aria-hidden />
      </Link>
    </Tooltip>
  );
}
