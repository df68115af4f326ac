import { useTranslation } from 'react-i18next';
import styles from './pagination.module.css';

interface PaginationProps {
  pageNum: number;
  pageSize: number;
  total: number;
  /** There is a page after this one, though the total was not counted that far. */
  hasMore?: boolean;
  onChange(pageNum: number, pageSize: number): void;
}

const pageSizes = [10, 20, 50, 100];

/** Steps through the pages of a list and chooses their size. */
export function Pagination({ pageNum, pageSize, total, hasMore = false, onChange }: PaginationProps) {
  const { t } = useTranslation('kit');
  const last = Math.max(Math.ceil(total / pageSize), pageNum);
  return (
    <nav aria-label={t('pages.label')} className={styles.bar}>
      <label className={styles.size}>
        {t('pages.size')}
        <select value={pageSize} onChange={(event) => onChange(1, Number(event.target.value))}>
          {[...new Set([...pageSizes, pageSize])]
            .sort((one, other) => one - other)
            .map((size) => (
              <option key={size}>{size}</option>
            ))}
        </select>
      </label>
      <ol className={styles.pages}>
        <li>
          <button
            type="button"
            aria-label={t('pages.previous')}
            disabled={pageNum <= 1}
            onClick={() => onChange(pageNum - 1, pageSize)}
          >
            ‹
          </button>
        </li>
        {shownPages(pageNum, last).map((page, index, shown) => (
          <li key={page} data-gap={index > 0 && page - (shown[index - 1] ?? 0) > 1}>
            <button
              type="button"
              aria-label={t('pages.page', { page })}
              aria-current={page === pageNum ? 'page' : undefined}
              onClick={() => onChange(page, pageSize)}
            >
              {page}
            </button>
          </li>
        ))}
        <li>
          <button
            type="button"
            aria-label={t('pages.next')}
            disabled={pageNum >= last && !hasMore}
            onClick={() => onChange(pageNum + 1, pageSize)}
          >
            ›
          </button>
        </li>
      </ol>
    </nav>
  );
}

// The first, the last, and the current one with its neighbours.
function shownPages(current: number, last: number): number[] {
  const wanted = [1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last);
  return [...new Set(wanted)].sort((one, other) => one - other);
}
