import { servePictures } from '../../platform/images/serve-pictures.ts';
import type { Area } from '../area.ts';
import { artPath } from './art-path.ts';
import { cancellationApproval } from './cancel-cards.ts';
import { foundCards } from './card.sql.ts';
import { cardExport } from './card-export.ts';
import { cardImportApproval } from './confirm-import.ts';
import { expireCards } from './expire-cards.ts';
import { type CardEndpoints, card as handlers } from './handlers.ts';
import { cardImport } from './import-cards.ts';
import { cardInvariants } from './invariants.ts';
import { cardPolicyChange } from './policy-change.ts';
import { cardPostings } from './postings.ts';
import { foundProducts } from './product.sql.ts';
import { cardProductChange } from './product-change.ts';
import { redemptionApproval } from './redeem-cards.ts';
import { reindexCards } from './reindex-cards.ts';
import { replacementApproval } from './replace-card.ts';
import { cardRequestPostings } from './request-postings.ts';
import { cardTimelines } from './timeline.ts';

const art = servePictures({
  name: 'card-art',
  path: artPath,
  find: (prisma, key) => prisma.cardArt.findUnique({ where: { tenantId_id: key } }),
});

export const card: Area<CardEndpoints> = {
  handlers,
  plugins: [art],
  exports: [cardExport],
  imports: [cardImport],
  steps: {
    undoImport: { zh: '撤销卡导入', en: 'Take an import of cards back' },
    expireCards: { zh: '卡到期', en: 'Cards expire' },
    reindexCards: { zh: '按新密钥重存卡号', en: 'Keep card numbers by the new key' },
  },
  postings: [cardPostings, cardRequestPostings],
  approvals: [
    ...[cardProductChange, cardPolicyChange, cardImportApproval],
    ...[replacementApproval, redemptionApproval, cancellationApproval],
  ],
  schedule: [
    {
      name: 'expireCards',
      title: { zh: '卡到期', en: 'Cards that expire' },
      due: { zh: '卡有效期结束时', en: 'When a card is past its end' },
      run: expireCards,
    },
    {
      name: 'reindexCards',
      title: { zh: '更换卡号密钥', en: 'Card numbers by a new key' },
      due: { zh: '更换数据密钥后', en: 'After a change of the data key' },
      run: reindexCards,
    },
  ],
  invariants: cardInvariants,
  finds: [foundCards, foundProducts],
  timelines: cardTimelines,
  records: {
    card: { from: 'cards r', name: 'r.card_no', fields: ['cardId'] },
    cardRequest: { from: 'card_requests r', name: 'r.request_no' },
    cardProduct: { from: 'card_products r', name: "r.code || ' ' || r.name", fields: ['productId'] },
  },
};
