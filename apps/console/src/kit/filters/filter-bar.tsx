import { DownOutlined } from '@ant-design/icons';
import { Button, Tag } from 'antd';
import { type FormEvent, memo, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMedia } from '../../lib/use-media.ts';
import type { Filter, FilterValues } from './filter.ts';
import styles from './filter-bar.module.css';
import { FilterContext } from './use-filter.ts';

interface FilterBarProps {
  filters: readonly Filter[];
  /** The filters in force; the fields follow when they change. */
  values: FilterValues;
  onSearch(values: FilterValues): void;
}

// So many stand in the line, on a phone above the list; the rest is folded away.
const inLine = 3;
const onPhone = 1;

/** The filters above a list, in one line: nothing is asked for before the search button or Enter. */
export const FilterBar = memo(function FilterBar({ filters, values, onSearch }: FilterBarProps) {
  const { t } = useTranslation('kit');
  const shownCount = useMedia('(width < 640px)') ? onPhone : inLine;
  const inForce = JSON.stringify(values);
  const [shown, setShown] = useState(inForce);
  const [draft, setDraft] = useState<FilterValues>(values);
  const [isUnfolded, setUnfolded] = useState(false);
  if (shown !== inForce) {
    setShown(inForce);
    // What was typed is in force now; the fields needn't be drawn for it.
    if (JSON.stringify(draft) !== inForce) setDraft(values);
  }
  const context = useMemo(
    () => ({
      values: draft,
      set: (name: string, value: unknown) => setDraft((previous) => ({ ...previous, [name]: value })),
    }),
    [draft],
  );
  const shownFilters = filters.filter(({ field }) => field !== null);
  const folded = shownFilters.slice(shownCount);
  const hidden = filters.filter(({ field }) => field === null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    onSearch(cleaned(draft));
  }

  function reset(): void {
    setDraft({});
    onSearch({});
  }

  return (
    <search className={styles.bar}>
      <FilterContext value={context}>
        <form className={styles.form} onSubmit={submit}>
          {shownFilters.slice(0, shownCount).map((filter) => (
            <Field key={filter.name} filter={filter} />
          ))}
          {isUnfolded && folded.map((filter) => <Field key={filter.name} filter={filter} />)}
          <div className={styles.buttons}>
            <Button type="primary" htmlType="submit">
              {t('search.submit')}
            </Button>
            <Button onClick={reset}>{t('search.reset')}</Button>
            {folded.length > 0 && (
              <Button
                type="link"
                aria-expanded={isUnfolded}
                icon={<DownOutlined rotate={isUnfolded ? 180 : 0} aria-hidden />}
                iconPlacement="end"
                onClick={() => setUnfolded(!isUnfolded)}
              >
                {t(isUnfolded ? 'filter.fewer' : 'filter.more')}
              </Button>
            )}
          </div>
        </form>
        <Chips filters={isUnfolded ? hidden : [...hidden, ...folded]} values={values} onSearch={onSearch} />
      </FilterContext>
    </search>
  );
});

function Field({ filter }: { filter: Filter }) {
  return filter.field;
}

/** The filters in force whose fields are folded away, each with a way to drop it. */
function Chips({ filters, values, onSearch }: FilterBarProps) {
  const { t } = useTranslation('kit');
  const inForce = filters.filter(({ name }) => values[name] !== undefined);
  if (inForce.length === 0) return null;
  return (
    <div className={styles.chips}>
      {inForce.map((filter) => (
        <Tag
          key={filter.name}
          closable={{ 'aria-label': t('filter.clear', { label: filter.label }) }}
          onClose={() => onSearch({ ...values, [filter.name]: undefined })}
        >
          {filter.label}: {filter.words(values[filter.name])}
        </Tag>
      ))}
    </div>
  );
}

// An emptied field means no filter, not a filter for nothing.
function cleaned(draft: FilterValues): FilterValues {
  const trimmed = Object.entries(draft).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.trim() : value,
  ]);
  return Object.fromEntries(trimmed.filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}
