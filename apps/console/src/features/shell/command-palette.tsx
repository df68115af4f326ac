import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLabel } from '../../lib/label.ts';
import { useMe } from '../../lib/me.ts';
import styles from './command-palette.module.css';
import { paletteGroups, readTyped } from './palette-entries.ts';
import { PaletteLine } from './palette-line.tsx';
import type { ShellProps } from './shell-props.ts';
import { useFound } from './use-found.ts';

interface CommandPaletteProps extends Pick<ShellProps, 'screens' | 'groups' | 'commands'> {
  onClose(): void;
}

/** Screens, records and commands by a few typed letters; arrows choose, Enter goes, Escape leaves. */
export function CommandPalette({ screens, groups, commands, onClose }: CommandPaletteProps) {
  const { t } = useTranslation('shell');
  const id = useId();
  const label = useLabel();
  const navigate = useNavigate();
  const permissions = useMe()?.permissions ?? [];
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const { found, isPending } = useFound(readTyped(typed, { commands, permissions }).sought);
  const words = { screens: t('palette.screens'), commands: t('palette.commands') };
  const shown = paletteGroups(typed, { screens, groups, commands, permissions, found, words, label });
  const entries = shown.flatMap((group) => group.entries);
  const at = Math.min(chosen, entries.length - 1);

  useEffect(() => dialog.current?.showModal(), []);

  function type(text: string): void {
    setTyped(text);
    setChosen(0);
  }

  function go(index: number): void {
    const entry = entries[index];
    if (!entry) return;
    if ('typed' in entry.to) {
      type(entry.to.typed);
      return;
    }
    onClose();
    navigate(entry.to.url);
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
      onKeyDown={(event) => {
        // The browser closes the dialog; the record below it, which antd closes by the same key, stays.
        if (event.key === 'Escape') event.stopPropagation();
      }}
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
        maxLength={100}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={steer}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('palette.label')}
        aria-busy={isPending}
        className={styles.list}
      >
        {shown.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a list's group of options is no set of fields.
          <div key={group.key} role="group" aria-label={group.title} className={styles.group}>
            <div aria-hidden="true" className={styles.title}>
              {group.title}
            </div>
            {group.entries.map((entry) => {
              const index = entries.indexOf(entry);
              return (
                <PaletteLine
                  key={entry.key}
                  id={`${id}-${index}`}
                  entry={entry}
                  isChosen={index === at}
                  onPoint={() => setChosen(index)}
                  onGo={() => go(index)}
                />
              );
            })}
          </div>
        ))}
      </div>
      {entries.length === 0 && (
        <p role="status" className={styles.none}>
          {t(isPending ? 'palette.seeking' : 'palette.none')}
        </p>
      )}
    </dialog>
  );
}
