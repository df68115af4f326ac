import { DeleteOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useKept } from '../lib/kept.ts';
import styles from './list-look.module.css';

interface View {
  [field: string]: string;
  name: string;
  /** The address's query: filters, sort and page size. */
  search: string;
}

// What lies over a list, and the page one happens to be on, are no part of a view.
const passing = ['open', 'import', 'pageNum'];
const most = 20;

/** The views of a list that the user keeps: choose one, keep the present one, let one go. */
export function SavedViews({ name, onDone }: { name: string; onDone(): void }) {
  const { t } = useTranslation(['kit', 'common']);
  const [search, setSearch] = useSearchParams();
  const [views, setViews] = useKept(`${name}.views`, readViews);
  const [typed, setTyped] = useState('');

  function keepPresent(): void {
    const kept = new URLSearchParams(search);
    for (const field of passing) kept.delete(field);
    const view = { name: typed.trim(), search: kept.toString() };
    setViews([...views.filter((one) => one.name !== view.name), view].slice(-most));
    setTyped('');
  }

  return (
    <>
      {views.length === 0 && <p className={styles.hint}>{t('views.none')}</p>}
      <ul className={styles.views}>
        {views.map((view) => (
          <li key={view.name}>
            <button
              type="button"
              className={styles.plain}
              onClick={() => {
                setSearch(new URLSearchParams(view.search));
                onDone();
              }}
            >
              {view.name}
            </button>
            <button
              type="button"
              className={styles.plain}
              aria-label={t('views.remove', { name: view.name })}
              onClick={() => setViews(views.filter((one) => one !== view))}
            >
              <DeleteOutlined aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <form
        className={styles.keep}
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim()) keepPresent();
        }}
      >
        <input
          value={typed}
          maxLength={20}
          aria-label={t('views.name')}
          placeholder={t('views.name')}
          onChange={({ target }) => setTyped(target.value)}
        />
        <button type="submit" disabled={!typed.trim()}>
          {t('form.save')}
        </button>
      </form>
    </>
  );
}

function readViews(stored: unknown): View[] {
  if (!Array.isArray(stored)) return [];
  return stored.filter((one) => typeof one?.name === 'string' && typeof one?.search === 'string');
}
