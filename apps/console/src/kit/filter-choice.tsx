import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsText } from '../lib/label.ts';
import styles from './filter-form.module.css';
import { useCloseOutside } from './use-close-outside.ts';
import { useFilter } from './use-filter.ts';

interface Option<T extends string> {
  value: T;
  label: string;
  /** Tells apart what is called the same. */
  note?: string;
}

interface FilterChoiceProps<T extends string> {
  name: string;
  label: string;
  options: readonly Option<T>[];
  /** Takes one value alone; otherwise any number. */
  isSingle?: boolean;
  /** Told what is typed, where `options` are found by it and no more than a part of all. */
  onType?(typed: string): void;
  /** Said instead of 不限 while nothing is picked. */
  placeholder?: string;
  disabled?: boolean;
  /** Told when the user changes it, for what depends on it. */
  onChange?(): void;
}

// From this many on a list is easier to type in than to look through.
const searchableFrom = 9;

/** A filter of given values, as a list to pick from. */
export function FilterChoice<T extends string>({
  name,
  label,
  options,
  isSingle = false,
  onType,
  placeholder,
  disabled = false,
  onChange,
}: FilterChoiceProps<T>) {
  const { t } = useTranslation('kit');
  const id = useId();
  const [value, put] = useFilter<T | T[]>(name);
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const picked: readonly T[] = value === undefined ? [] : Array.isArray(value) ? value : [value];
  const words = options.filter((option) => picked.includes(option.value)).map((option) => option.label);

  useCloseOutside(root, isOpen, () => {
    onType?.('');
    setOpen(false);
  });

  function set(next: T | T[] | undefined): void {
    put(next);
    onChange?.();
  }

  function close(): void {
    onType?.('');
    setOpen(false);
    button.current?.focus();
  }

  function pick(option: T): void {
    if (isSingle) {
      set(picked.includes(option) ? undefined : option);
      close();
      return;
    }
    const rest = picked.filter((one) => one !== option);
    set(rest.length < picked.length ? rest : [...picked, option]);
  }

  return (
    <div ref={root} className={styles.field}>
      <span id={`${id}-label`}>{label}</span>
      <button
        ref={button}
        type="button"
        className={styles.control}
        disabled={disabled}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-labelledby={`${id}-label ${id}-value`}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setOpen(true);
          if (event.key === 'Delete' || event.key === 'Backspace') set(undefined);
        }}
      >
        <span id={`${id}-value`} className={styles.words} data-empty={words.length === 0}>
          {wordsText(words) || placeholder || t('filter.any')}
        </span>
      </button>
      {words.length > 0 && (
        <button
          type="button"
          className={styles.clear}
          aria-label={t('filter.clear', { label })}
          onClick={() => {
            set(undefined);
            button.current?.focus();
          }}
        >
          ×
        </button>
      )}
      {isOpen && (
        <Choices
          id={id}
          options={options}
          picked={picked}
          isSingle={isSingle}
          onType={onType}
          onPick={pick}
          onClose={close}
        />
      )}
    </div>
  );
}

interface ChoicesProps<T extends string> {
  id: string;
  options: readonly Option<T>[];
  picked: readonly T[];
  isSingle: boolean;
  onType: ((typed: string) => void) | undefined;
  onPick(value: T): void;
  onClose(): void;
}

function Choices<T extends string>(props: ChoicesProps<T>) {
  const { id, options, picked, isSingle, onType, onPick, onClose } = props;
  const { t } = useTranslation('kit');
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const shown = onType ? options : options.filter((option) => isMeant(option, typed));

  useEffect(() => field.current?.focus(), []);

  function steer(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const option = shown[active];
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && option) onPick(option.value);
    else if (step) {
      const next = (active + step + shown.length) % Math.max(1, shown.length);
      setActive(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else return;
    event.preventDefault();
  }

  return (
    <div className={styles.popup}>
      <input
        ref={field}
        role="combobox"
        className={onType || options.length >= searchableFrom ? styles.search : 'visually-hidden'}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={shown.length > 0 ? `${id}-${active}` : undefined}
        aria-labelledby={`${id}-label`}
        placeholder={t('filter.find')}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          onType?.(event.target.value);
          setActive(0);
        }}
        onKeyDown={steer}
      />
      <div id={`${id}-list`} role="listbox" aria-labelledby={`${id}-label`} aria-multiselectable={!isSingle}>
        {shown.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard works through the field above.
          <div
            key={option.value}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={picked.includes(option.value)}
            data-active={index === active}
            className={styles.option}
            onPointerMove={() => setActive(index)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onPick(option.value)}
          >
            {option.label}
            {option.note && <small className="figures">{option.note}</small>}
          </div>
        ))}
      </div>
      {shown.length === 0 && <p className={styles.none}>{t('filter.none')}</p>}
    </div>
  );
}

function isMeant<T extends string>({ label, note = '' }: Option<T>, typed: string): boolean {
  return `${label} ${note}`.toLowerCase().includes(typed.trim().toLowerCase());
}
