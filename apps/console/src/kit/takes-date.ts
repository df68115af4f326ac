import type { KeyboardEvent } from 'react';

/** Enter in a date field takes the date that was typed; antd lets it go on and hand in the form around. */
export function takesDate(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}
