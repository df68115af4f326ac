import { type FormEvent, type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './filter-form.module.css';
import { PlainButton } from './plain-button.tsx';
import { FilterContext } from './use-filter.ts';

interface FilterFormProps<Values extends object> {
  /** The filters in force; the fields follow when they change. */
  values: Values;
  onSearch(values: Values): void;
  /** The fields: `FilterText`, `FilterChoice` and whatever else uses `useFilter`. */
  children: ReactNode;
}

/**
 * The filters above a list, without antd: a list screen then loads in two thirds of the bytes. Nothing is asked for before
 * the search button or Enter.
 */
export function FilterForm<Values extends object>({ values, onSearch, children }: FilterFormProps<Values>) {
  const { t } = useTranslation('kit');
  const inForce = JSON.stringify(values);
  const [shown, setShown] = useState(inForce);
  const [draft, setDraft] = useState(toDraft(values));
  if (shown !== inForce) {
    setShown(inForce);
    setDraft(toDraft(values));
  }
  const context = useMemo(
    () => ({
      values: draft,
      set: (name: string, value: unknown) => setDraft((previous) => ({ ...previous, [name]: value })),
    }),
    [draft],
  );

  function submit(event: FormEvent): void {
    event.preventDefault();
    onSearch(cleaned(draft) as Values);
  }

  function reset(): void {
    setDraft({});
    onSearch({} as Values);
  }

  return (
    <search>
      <form className={styles.form} onSubmit={submit}>
        <FilterContext value={context}>{children}</FilterContext>
        <div className={styles.buttons}>
          <PlainButton type="submit" look="primary" size="small">
            {t('search.submit')}
          </PlainButton>
          <PlainButton size="small" onClick={reset}>
            {t('search.reset')}
          </PlainButton>
        </div>
      </form>
    </search>
  );
}

// An emptied field means no filter, not a filter for nothing.
function cleaned(draft: Record<string, unknown>): Record<string, unknown> {
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

function toDraft(values: object): Record<string, unknown> {
  return { ...values };
}
