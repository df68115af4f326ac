import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Closes something open once something else was clicked, or the keyboard took the focus elsewhere. */
export function useCloseOutside(
  root: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onClose: () => void,
): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    // Not at the press already: the page may get shorter by what closes, and what is pressed would slip away.
    let isPressed = false;
    const press = () => {
      isPressed = true;
    };
    const look = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) close();
    };
    const lookUnlessPressed = (event: Event) => {
      if (!isPressed) look(event);
    };
    const release = (event: Event) => {
      isPressed = false;
      look(event);
    };
    document.addEventListener('pointerdown', press);
    document.addEventListener('focusin', lookUnlessPressed);
    document.addEventListener('click', release);
    return () => {
      document.removeEventListener('pointerdown', press);
      document.removeEventListener('focusin', lookUnlessPressed);
      document.removeEventListener('click', release);
    };
  }, [root, isOpen]);
}
