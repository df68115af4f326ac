import { SearchOutlined } from '@ant-design/icons';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { untilIdle } from '../../lib/until-idle.ts';
import styles from './palette-button.module.css';
import type { ShellProps } from './shell-props.ts';

const loadPalette = async () => ({ default: (await import('./command-palette.tsx')).CommandPalette });
const CommandPalette = lazy(loadPalette);

const keys = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';

/** Opens the command palette, as ⌘K or Ctrl-K does anywhere. */
export function PaletteButton(props: Pick<ShellProps, 'screens' | 'groups' | 'commands'>) {
  const { t } = useTranslation('shell');
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    // Fetched before it is asked for, or the first letters typed into it would be lost; without a network, when it is.
    void untilIdle()
      .then(loadPalette)
      .catch(() => undefined);
  }, []);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        // On narrow windows the icon is all that is left of it.
        aria-label={`${t('palette.open')} ${keys}`}
        onClick={() => setOpen(true)}
      >
        <SearchOutlined aria-hidden />
        <span>{t('palette.open')}</span>
        <kbd>{keys}</kbd>
      </button>
      {isOpen && (
        <Suspense>
          <CommandPalette {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
