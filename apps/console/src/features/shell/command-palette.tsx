import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLabel } from '../../lib/label.ts';
import { useMe } from '../../lib/me.ts';
import styles from './command-palette.module.css';
import { paletteEntries } from './palette-entries.ts';
import type { ShellProps } from './shell-props.ts';

interface CommandPaletteProps extends Pick<ShellProps, 'screens' | 'groups' | 'finders'> {
  onClose(): void;
}

/** Screens and records by a few typed letters; arrows choose, Enter goes, Escape leaves. */
export function CommandPalette({ screens, groups, finders, onClose }: CommandPaletteProps) {
  const { t } = useTranslation('shell');
  const id = useId();
  const label = useLabel();
  const navigate = useNavigate();
  const permissions = useMe()?.permissions ?? [];
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const entries = paletteEntries(typed, { screens, groups, finders, permissions, label });
  const at = Math.min(chosen, entries.length - 1);

  useEffect(() => dialog.current?.showModal(), []);

  function go(index: number): void {
    const entry = entries[index];
    if (!entry) return;
    onClose();
    navigate(entry.url);
  }

  function steer(event: KeyboardEvent): void {
    // Enter also ends the choice of a character of an input method; that is no order to go.
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Enter') go(at);
    if (step === 0) return;
    event.preventDefault();
    const next = (at + step + entries.length) % Math.max(1, entries.length);
    setChosen(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={t('palette.label')}
      onClose={onClose}
      onPointerDown={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <input
        autoFocus
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={entries.length > 0 ? `${id}-${at}` : undefined}
        aria-label={t('palette.label')}
        placeholder={t('palette.hint')}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setChosen(0);
        }}
        onKeyDown={steer}
      />
      <div id={`${id}-list`} role="listbox" aria-label={t('palette.label')} className={styles.list}>
        {entries.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard works through the field above.
          <div
            key={entry.key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={styles.entry}
            onPointerMove={() => setChosen(index)}
            onClick={() => go(index)}
          >
            <span>{entry.title}</span>
            <span className={styles.hint}>{entry.hint}</span>
          </div>
        ))}
      </div>
      {entries.length === 0 && <p className={styles.none}>{t('palette.none')}</p>}
    </dialog>
  );
}
