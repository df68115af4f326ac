import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Pagination, type PaginationProps } from 'antd';
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

  // antd's own have no names for screen readers.
  const itemRender: NonNullable<PaginationProps['itemRender']> = (page, type, element) => {
    if (type === 'prev' || type === 'next') {
      const isBack = type === 'prev';
      return (
        <button
          type="button"
          className="ant-pagination-item-link"
          aria-label={t(isBack ? 'pages.previous' : 'pages.next')}
          disabled={isBack ? address.pageNum <= 1 : address.pageNum * address.pageSize >= total}
        >
          {isBack ? <LeftOutlined aria-hidden /> : <RightOutlined aria-hidden />}
        </button>
      );
    }
    if (type !== 'page') return element;
    return (
      <button
        type="button"
        className={styles.page}
        aria-label={t('pages.page', { page })}
        aria-current={page === address.pageNum ? 'page' : undefined}
      >
        {page}
      </button>
    );
  };

  return (
    <nav aria-label={t('pages.label')} className={styles.pages}>
      <Pagination
        current={address.pageNum}
        pageSize={address.pageSize}
        total={total}
        itemRender={itemRender}
        pageSizeOptions={pageSizes}
        showSizeChanger={{ 'aria-label': t('pages.size') }}
        onChange={address.setPage}
      />
    </nav>
  );
}
