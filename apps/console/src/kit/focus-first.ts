const focusable = 'input:not([type=hidden]), textarea, select, [contenteditable=true]';

/** Puts the cursor into the first input of the element it is attached to, unless it is in there already: `<form ref={focusFirst}>`. */
export function focusFirst(element: HTMLElement | null): void {
  if (element?.contains(document.activeElement)) return;
  const inputs = element?.querySelectorAll<HTMLInputElement>(focusable) ?? [];
  for (const input of inputs) {
    if (input.disabled || input.readOnly) continue;
    input.focus();
    return;
  }
}
