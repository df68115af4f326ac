import { valuesOf, type WordsOf } from './words.ts';

/** 实体卡 虚拟卡. */
export const cardFormWords = {
  PHYSICAL: { zh: '实体卡', en: 'Physical' },
  VIRTUAL: { zh: '虚拟卡', en: 'Virtual' },
} as const satisfies WordsOf<string>;
export const cardForms = valuesOf(cardFormWords);
export type CardForm = keyof typeof cardFormWords;

/** 记名 不记名: whether a card has a holder who is known. */
export const cardNamingWords = {
  NAMED: { zh: '记名', en: 'Named' },
  ANONYMOUS: { zh: '不记名', en: 'Anonymous' },
} as const satisfies WordsOf<string>;
export const cardNamings = valuesOf(cardNamingWords);
export type CardNaming = keyof typeof cardNamingWords;

/** 卡产品; the ways between them stand in `cardProductTransitions`. */
export const cardProductStateWords = {
  DRAFT: { zh: '草稿', en: 'Draft', tone: 'quiet' },
  SUBMITTED: { zh: '待审核', en: 'Pending', tone: 'waiting' },
  ENABLED: { zh: '启用', en: 'Enabled', tone: 'good' },
  DISABLED: { zh: '停用', en: 'Disabled', tone: 'bad' },
} as const satisfies WordsOf<string>;
export const cardProductStates = valuesOf(cardProductStateWords);
export type CardProductState = keyof typeof cardProductStateWords;

/** 卡; the ways between them stand in the page's order, and the database refuses every other. */
export const cardStateWords = {
  STOCK: { zh: '库存', en: 'In stock', tone: 'quiet' },
  PENDING: { zh: '待激活', en: 'To activate', tone: 'waiting' },
  ACTIVE: { zh: '正常', en: 'Active', tone: 'good' },
  FROZEN: { zh: '冻结', en: 'Frozen', tone: 'waiting' },
  LOST: { zh: '挂失', en: 'Lost', tone: 'bad' },
  REPLACED: { zh: '已补卡', en: 'Replaced', tone: 'quiet' },
  EXPIRED: { zh: '已过期', en: 'Expired', tone: 'bad' },
  REDEEMED: { zh: '已赎回', en: 'Redeemed', tone: 'quiet' },
  CANCELLED: { zh: '已注销', en: 'Cancelled', tone: 'quiet' },
} as const satisfies WordsOf<string>;
export const cardStates = valuesOf(cardStateWords);
export type CardState = keyof typeof cardStateWords;

/** Who takes a step of a card's life: staff, its holder, compliance, the service when the holder leaves, or the service by itself. */
export const cardSideWords = {
  OPERATOR: { zh: '运营', en: 'Operator' },
  HOLDER: { zh: '持卡人', en: 'Holder' },
  COMPLIANCE: { zh: '合规', en: 'Compliance' },
  LEFT: { zh: '离职', en: 'Holder left' },
  SERVICE: { zh: '系统', en: 'Service' },
} as const satisfies WordsOf<string>;
export const cardSides = valuesOf(cardSideWords);
export type CardSide = keyof typeof cardSideWords;

/** What a step of a card's life is. */
export const cardActionWords = {
  ASSIGN: { zh: '分配', en: 'Assigned' },
  SHIP: { zh: '发货', en: 'Shipped' },
  ACTIVATE: { zh: '激活', en: 'Activated' },
  FREEZE: { zh: '冻结', en: 'Frozen' },
  UNFREEZE: { zh: '解冻', en: 'Unfrozen' },
  REPORT_LOSS: { zh: '挂失', en: 'Reported lost' },
  CANCEL_LOSS: { zh: '解除挂失', en: 'Loss cancelled' },
  REPLACE: { zh: '补卡', en: 'Replaced' },
  EXPIRE: { zh: '过期', en: 'Expired' },
  EXTEND: { zh: '延期', en: 'Extended' },
  REDEEM: { zh: '赎回', en: 'Redeemed' },
  CANCEL: { zh: '注销', en: 'Cancelled' },
} as const satisfies WordsOf<string>;
export const cardActions = valuesOf(cardActionWords);
export type CardAction = keyof typeof cardActionWords;

/** What a movement of a card's balance is. */
export const cardFlowKindWords = {
  LOAD: { zh: '激活入账', en: 'Loaded' },
  TOP_UP: { zh: '充值', en: 'Top-up' },
  TOP_UP_BACK: { zh: '充值退回', en: 'Top-up taken back' },
  SPEND: { zh: '消费', en: 'Payment' },
  REFUND: { zh: '退款', en: 'Refund' },
  OVERFLOW: { zh: '超额转回', en: 'Over the cap, to the fund' },
  FEE: { zh: '手续费', en: 'Fee' },
  MOVE_OUT: { zh: '补卡转出', en: 'Moved to the new card' },
  MOVE_IN: { zh: '补卡转入', en: 'Moved from the old card' },
  REDEEM: { zh: '赎回', en: 'Redeemed' },
} as const satisfies WordsOf<string>;
export const cardFlowKinds = valuesOf(cardFlowKindWords);
export type CardFlowKind = keyof typeof cardFlowKindWords;

/** What is asked of a card and, but for a small replacement, decided by another person. */
export const cardRequestKindWords = {
  REPLACE: { zh: '补卡', en: 'Replacement' },
  REDEEM: { zh: '赎回', en: 'Redemption' },
  CANCEL: { zh: '注销', en: 'Cancellation' },
} as const satisfies WordsOf<string>;
export const cardRequestKinds = valuesOf(cardRequestKindWords);
export type CardRequestKind = keyof typeof cardRequestKindWords;

/** The ways between them stand in `cardRequestTransitions`. */
export const cardRequestStateWords = {
  SUBMITTED: { zh: '待审核', en: 'Waiting', tone: 'waiting' },
  DONE: { zh: '已完成', en: 'Done', tone: 'good' },
  REJECTED: { zh: '已驳回', en: 'Rejected', tone: 'bad' },
  WITHDRAWN: { zh: '已撤回', en: 'Withdrawn', tone: 'quiet' },
} as const satisfies WordsOf<string>;
export const cardRequestStates = valuesOf(cardRequestStateWords);
export type CardRequestState = keyof typeof cardRequestStateWords;
