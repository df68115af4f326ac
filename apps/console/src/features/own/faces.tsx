import type { OwnCard } from '@xyxlx/contracts/own';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CardFace, faceOf } from '../../kit/card-face.tsx';
import styles from './faces.module.css';

interface FacesProps {
  cards: readonly OwnCard[];
  chosen: string;
  onChoose(id: string): void;
}

/** Faces of cards to swipe through or press: the one that comes to rest in the middle is chosen. */
export function Faces({ cards, chosen, onChoose }: FacesProps) {
  const { t } = useTranslation('own');
  const strip = useRef<HTMLUListElement>(null);
  const settle = useEffectEvent((id: string | undefined) => {
    if (id && id !== chosen) onChoose(id);
  });
  useEffect(() => {
    const { current } = strip;
    if (!current) return;
    const onRest = () => settle(middleOf(current)?.dataset.card);
    current.addEventListener('scrollend', onRest);
    return () => current.removeEventListener('scrollend', onRest);
  }, []);

  function choose(id: string, face: HTMLElement): void {
    onChoose(id);
    // At once: snapping stops a smooth way as soon as what is below changes.
    face.scrollIntoView({ behavior: 'instant', inline: 'center', block: 'nearest' });
  }

  return (
    <>
      <ul ref={strip} className={styles.strip} aria-label={t('cards.faces')}>
        {cards.map((card) => (
          <li key={card.id} data-card={card.id} className={styles.item}>
            <button
              type="button"
              className={styles.face}
              aria-pressed={card.id === chosen}
              aria-label={t('cards.face', { product: card.product.name, lastFour: card.maskedPan.slice(-4) })}
              onClick={({ currentTarget }) => choose(card.id, currentTarget)}
            >
              <CardFace
                product={faceOf(card)}
                width={320}
                number={card.maskedPan.replace(/(.{4})(?=.)/g, '$1 ')}
              />
            </button>
          </li>
        ))}
      </ul>
      {cards.length > 1 && (
        <p className={styles.place} aria-live="polite">
          {t('cards.place', { place: cards.findIndex(({ id }) => id === chosen) + 1, count: cards.length })}
        </p>
      )}
    </>
  );
}

/** The face nearest to the middle of what shows of the strip. */
function middleOf(strip: HTMLElement): HTMLElement | undefined {
  const middle = strip.scrollLeft + strip.clientWidth / 2;
  const away = (face: HTMLElement) => Math.abs(face.offsetLeft + face.offsetWidth / 2 - middle);
  return [...strip.querySelectorAll<HTMLElement>('[data-card]')].toSorted((a, b) => away(a) - away(b))[0];
}
