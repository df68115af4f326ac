import { useEffect } from 'react';
import { businessNow } from '../../lib/business-clock.ts';
import { useMe } from '../../lib/me.ts';
import { minuteText } from '../../lib/time.ts';

/** Every printed sheet says at its top what it is of, and who printed it when. */
export function usePrintHead(): void {
  const me = useMe();
  const name = me?.name ?? '';
  useEffect(() => {
    const style = document.createElement('style');
    function write(): void {
      // CSS reads a text as JSON writes it, but for what ends a style element.
      const text = (words: string) => JSON.stringify(words).replaceAll('<', '\\3c ');
      style.textContent = `@page {
        @top-left { content: ${text(document.title)}; font-size: 9px; color: #666; }
        @top-right { content: ${text(`${name} ${minuteText(businessNow().toISOString())}`)}; font-size: 9px; color: #666; }
      }`;
      document.head.append(style);
    }
    const remove = () => style.remove();
    window.addEventListener('beforeprint', write);
    window.addEventListener('afterprint', remove);
    return () => {
      window.removeEventListener('beforeprint', write);
      window.removeEventListener('afterprint', remove);
      remove();
    };
  }, [name]);
}
