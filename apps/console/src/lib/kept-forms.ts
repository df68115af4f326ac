import { readOwner } from './session.ts';

/** A form that somebody was filling in as their session ended. */
interface KeptForm {
  /** What the form is called; null for one that is a page of its own. */
  title: string | null;
  values: object;
}

interface OpenForm {
  title: string | null;
  /** Where it stands: hidden pages keep theirs too. */
  element: Element;
  /** What was typed; null where nothing was. */
  read(): object | null;
}

// In memory: names and account numbers of other people have no place in the browser's storage.
const open = new Map<string, OpenForm>();
const kept = new Map<string, KeptForm>();
const listeners = new Set<() => void>();

/** The name of a form of this page, of whoever is signed in: the same fields of the same record. */
export function formKey(fields: readonly string[], recordId: string | undefined): string {
  return JSON.stringify([readOwner(), window.location.pathname, recordId, fields]);
}

/** Watches a form that may have to be kept; the answer stops that, unless its page is only hidden. */
export function watchForm(key: string, form: OpenForm): () => void {
  open.set(key, form);
  return () => {
    if (!form.element.isConnected && open.get(key) === form) open.delete(key);
  };
}

/** Keeps what was typed into the open forms, for whoever typed it. */
export function keepForms(): void {
  for (const [key, { title, element, read }] of open) {
    const values = element.isConnected ? read() : null;
    if (values) kept.set(key, { title, values });
  }
  open.clear();
  tell();
}

/** What was typed into a form before the session ended, if it was. */
export function keptForm(key: string): KeptForm | undefined {
  return kept.get(key);
}

/** Lets go of a kept form that is open again. */
export function forgetForm(key: string): void {
  if (kept.delete(key)) tell();
}

/** Lets go of every kept form but those of whoever is signed in; of all once nobody is. */
export function forgetForeignForms(): void {
  const owner = readOwner();
  const before = kept.size;
  for (const key of kept.keys()) if (owner === null || ownerIn(key) !== owner) kept.delete(key);
  if (kept.size < before) tell();
}

/** The titles of the kept forms in one text, by which it can be compared. */
export function keptTitles(): string {
  return [...new Set([...kept.values()].flatMap(({ title }) => title ?? []))].join('、');
}

/** Calls back when there are other kept forms; the answer stops that. */
export function subscribeKeptForms(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function ownerIn(key: string): string | null {
  const [owner] = JSON.parse(key) as [string | null];
  return owner;
}

function tell(): void {
  for (const listener of listeners) listener();
}
