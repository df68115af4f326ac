import type { AppContract } from '@xyxlx/contracts/contract';
import { servePictures } from '../../platform/images/serve-pictures.ts';
import type { Area } from '../area.ts';
import { expireAuthorizations } from '../card-spending/expire-authorizations.ts';
import { cardSpendingInvariants } from '../card-spending/invariants.ts';
import { artPath } from './art-path.ts';
import { cardExport } from './card-export.ts';
import { cardImportApproval } from './confirm-import.ts';
import { card as handlers } from './handlers.ts';
import { cardImport } from './import-cards.ts';
import { cardPolicyChange } from './policy-change.ts';
import { cardPostings } from './postings.ts';
import { cardProductChange } from './product-change.ts';

const art = servePictures({
  name: 'card-art',
  path: artPath,
  find: (prisma, key) => prisma.cardArt.findUnique({ where: { tenantId_id: key } }),
});

export const card: Area<AppContract['card']> = {
  handlers,
  plugins: [art],
  exports: [cardExport],
  imports: [cardImport],
  steps: { undoImport: { zh: '撤销卡导入', en: 'Take an import of cards back' } },
  postings: [cardPostings],
  approvals: [cardProductChange, cardPolicyChange, cardImportApproval],
  schedule: [{ name: 'expireAuthorizations', run: expireAuthorizations }],
  invariants: cardSpendingInvariants,
  records: {
    card: { from: 'cards r', name: 'r.card_no', fields: ['cardId'] },
    cardProduct: { from: 'card_products r', name: "r.code || ' ' || r.name", fields: ['productId'] },
  },
};
