import { RightOutlined } from '@ant-design/icons';
import type { CompanyRow } from '@xyxlx/contracts/company';
import { useTranslation } from 'react-i18next';
import { RowButton } from '../../kit/row-button.tsx';
import type { TreeItem } from '../../kit/tree-order.ts';
import styles from './company-name.module.css';

/** The companies of a page as a tree. */
export interface CompanyTree {
  open(id: string): void;
  /** Where each company stands, by its id. */
  places: ReadonlyMap<string, TreeItem<CompanyRow>>;
  closed: ReadonlySet<string>;
  onToggle(id: string): void;
}

interface CompanyNameProps {
  company: CompanyRow;
  tree: CompanyTree;
}

/** A company's name at its place in the tree; what is above it is named where that is not shown. */
export function CompanyName({
  company: { id, name, parent },
  tree: { open, places, closed, onToggle },
}: CompanyNameProps) {
  const { t } = useTranslation('company');
  const place = places.get(id);
  return (
    <span className={styles.name} style={{ paddingInlineStart: (place?.depth ?? 0) * 24 }}>
      {place?.hasChildren ? (
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={!closed.has(id)}
          aria-label={t('list.below', { name })}
          onClick={() => onToggle(id)}
        >
          <RightOutlined aria-hidden />
        </button>
      ) : (
        <span className={styles.leaf} />
      )}
      <RowButton onPress={() => open(id)}>{name}</RowButton>
      {parent && !places.has(parent.id) && (
        <span className={styles.above}>{t('list.above', { name: parent.name })}</span>
      )}
    </span>
  );
}
