import { useEffect, useEffectEvent } from 'react';

const typedInto =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="combobox"], [role="textbox"]';

/** Presses something by a key alone, as long as the component is on the screen; not while somebody types, nor while a dialog or menu is open. */
export function useShortcut(key: string, press: () => void): void {
  const onPress = useEffectEvent(press);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== key.toLowerCase() || !isPlain(event) || isElsewhere(event.target))
        return;
      event.preventDefault();
      onPress();
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, [key]);
}

/** Held down it counts once, and with another key it is somebody else's. */
function isPlain(event: KeyboardEvent): boolean {
  return !(
    event.repeat ||
    event.isComposing ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.shiftKey
  );
}

function isElsewhere(target: EventTarget | null): boolean {
  if (target instanceof Element && target.closest(typedInto)) return true;
  // A closed drawer stays in the page without being shown.
  return [...document.querySelectorAll('[role="dialog"], [role="menu"].ant-dropdown-menu')].some(
    (over) => over.checkVisibility() && over.getAttribute('aria-hidden') !== 'true',
  );
}
