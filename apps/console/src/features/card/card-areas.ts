import { api } from '../../lib/api.ts';

/** What is read again once something happened to a card: cards, and what waits. */
export const cardAreas = [api.card.pathFilter(), api.approval.pathFilter()] as const;
