import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Pagination, type PaginationProps } from 'antd';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './list.module.css';
import type { ListPage } from './list-page.ts';
import type { ListPlace } from './list-place.ts';

interface ListPagesProps extends Pick<ListPlace, 'pageNum' | 'pageSize' | 'setPage'> {
  data: ListPage<unknown> | undefined;
}

const pageSizes = [10, 20, 50, 100];

/** Steps through the pages of a list and chooses their size. */
export const ListPages = memo(function ListPages(props: ListPagesProps) {
  const { pageNum, pageSize, setPage, data } = props;
  const { t } = useTranslation('kit');
  if (!data || data.total === 0) return null;
  // A total that was not counted to its end still has a page after this one.
  const total = data.cursor ? Math.max(data.total, pageNum * pageSize + 1) : data.total;

  // antd's own have no names for screen readers.
  const itemRender: NonNullable<PaginationProps['itemRender']> = (page, type, element) => {
    if (type === 'prev' || type === 'next') {
      const isBack = type === 'prev';
      return (
        <button
          type="button"
          className="ant-pagination-item-link"
          aria-label={t(isBack ? 'pages.previous' : 'pages.next')}
          disabled={isBack ? pageNum <= 1 : pageNum * pageSize >= total}
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
        aria-current={page === pageNum ? 'page' : undefined}
      >
        {page}
      </button>
    );
  };

  return (
    <nav aria-label={t('pages.label')} className={styles.pages}>
      <Pagination
        current={pageNum}
        pageSize={pageSize}
        total={total}
        itemRender={itemRender}
        pageSizeOptions={pageSizes}
        showSizeChanger={{ 'aria-label': t('pages.size') }}
        onChange={setPage}
      />
    </nav>
  );
});
