import { Pagination } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './list.module.css';
import type { List } from './use-list.ts';

const pageSizes = [10, 20, 50, 100];

/** Steps through the pages of a list and chooses their size. */
export function ListPages<Row>({ list }: { list: List<Row> }) {
  const { t } = useTranslation('kit');
  const { address, rows } = list;
  if (!rows.data || rows.data.total === 0) return null;
  // A total that was not counted to its end still has a page after this one.
  const total = rows.data.cursor
    ? Math.max(rows.data.total, address.pageNum * address.pageSize + 1)
    : rows.data.total;
  return (
    <nav aria-label={t('pages.label')} className={styles.pages}>
      <Pagination
        current={address.pageNum}
        pageSize={address.pageSize}
        total={total}
        pageSizeOptions={pageSizes}
        showSizeChanger={{ 'aria-label': t('pages.size') }}
        onChange={address.setPage}
      />
    </nav>
  );
}
