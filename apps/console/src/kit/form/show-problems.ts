import { flushSync } from 'react-dom';

/** Shows what is wrong with a form and puts the cursor into the first field it is wrong with. */
export function showProblems(form: HTMLFormElement, show: () => void): void {
  // The fields are marked only when the page has been drawn again.
  flushSync(show);
  form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
}
