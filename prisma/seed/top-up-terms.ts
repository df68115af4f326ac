/** What was asked to be taken back of one that came, how many days after, and what became of that. */
interface TakenBack {
  kind: 'REVERSE' | 'REFUND';
  state: 'SUBMITTED' | 'DONE' | 'REJECTED' | 'WITHDRAWN';
  days: number;
  reason: string;
}

/** A top-up by a channel that the seeds have; in fen, and days before the day of seeding, 0 being a moment ago. */
interface ChannelTopUp {
  amount: number;
  state: 'WAITING' | 'PAYING' | 'SUCCESS' | 'FAILED' | 'CLOSED';
  days: number;
  /** The how manieth card that can be topped up; without one it is the company's. */
  card?: number;
  /** It came after the top-up was closed or had failed. */
  late?: true;
  /** What the channel told of instead of the amount. */
  told?: number;
  back?: TakenBack;
  remark: string;
}

/** A transfer that tops up a company. */
interface TransferTopUp {
  amount: number;
  state: 'TO_CLAIM' | 'SUBMITTED' | 'SUCCESS' | 'CLOSED' | 'REJECTED' | 'WITHDRAWN';
  days: number;
  /** Whether somebody began it before it came: it has a code. */
  coded?: true;
  /** Which line it claims. */
  line?: number;
  back?: TakenBack;
  remark: string;
}

const quarterly = (days: number, amount: number, back?: TakenBack): ChannelTopUp => ({
  ...{ amount, days, state: 'SUCCESS', remark: '补充资金' },
  ...(back && { back }),
});

/** Twenty-one by a channel: each state, the late ones and those of another amount. */
export const channelTopUps: readonly ChannelTopUp[] = [
  quarterly(48, 1_000_000, { kind: 'REFUND', state: 'REJECTED', days: 3, reason: '充值主体有误' }),
  quarterly(41, 2_500_000),
  quarterly(34, 800_000, { kind: 'REFUND', state: 'WITHDRAWN', days: 2, reason: '重复充值' }),
  quarterly(27, 1_200_000),
  quarterly(19, 333_333, { kind: 'REFUND', state: 'DONE', days: 1, reason: '充错公司' }),
  quarterly(5, 600_000, { kind: 'REFUND', state: 'SUBMITTED', days: 3, reason: '预算调整' }),
  { amount: 500_000, state: 'SUCCESS', days: 12, late: true, remark: '关闭后到账' },
  { amount: 420_000, state: 'SUCCESS', days: 8, late: true, remark: '渠道先报失败' },
  { amount: 250_000, state: 'FAILED', days: 16, remark: '余额不足' },
  { amount: 180_000, state: 'FAILED', days: 4, remark: '银行拒付' },
  { amount: 300_000, state: 'CLOSED', days: 22, remark: '未支付' },
  { amount: 90_000, state: 'CLOSED', days: 3, remark: '未支付' },
  { amount: 1_000_000, state: 'CLOSED', days: 7, told: 1_000_001, remark: '金额不符' },
  { amount: 640_000, state: 'PAYING', days: 0, told: 64_000, remark: '金额不符' },
  { amount: 150_000, state: 'WAITING', days: 0, remark: '待支付' },
  { amount: 220_000, state: 'PAYING', days: 0, remark: '支付中' },
  { amount: 50_000, state: 'SUCCESS', days: 11, card: 1, remark: '卡充值' },
  { amount: 30_000, state: 'SUCCESS', days: 9, card: 2, remark: '卡充值' },
  { amount: 66_600, state: 'SUCCESS', days: 6, card: 3, remark: '卡充值' },
  { amount: 20_000, state: 'SUCCESS', days: 4, card: 4, remark: '卡充值' },
  { amount: 45_000, state: 'CLOSED', days: 2, card: 5, remark: '未支付' },
];

/** Nine by transfer: three claims of one line, of which the last was the right one. */
export const transferTopUps: readonly TransferTopUp[] = [
  { amount: 3_000_000, state: 'TO_CLAIM', days: 2, coded: true, remark: '季度备款' },
  { amount: 1_500_000, state: 'TO_CLAIM', days: 5, coded: true, remark: '福利备款' },
  { amount: 700_000, state: 'CLOSED', days: 50, coded: true, remark: '改由渠道充值' },
  { amount: 4_000_000, state: 'SUCCESS', days: 30, coded: true, line: 501, remark: '季度备款' },
  {
    ...{ amount: 2_200_000, state: 'SUCCESS', days: 14, coded: true, line: 502, remark: '节日备款' },
    back: { kind: 'REVERSE', state: 'DONE', days: 4, reason: '认领错公司' },
  },
  { amount: 1_800_000, state: 'SUBMITTED', days: 3, coded: true, line: 503, remark: '福利备款' },
  { amount: 900_000, state: 'REJECTED', days: 26, line: 504, remark: '错认' },
  { amount: 900_000, state: 'WITHDRAWN', days: 25, line: 504, remark: '重新核对' },
  { amount: 900_000, state: 'SUCCESS', days: 24, line: 504, remark: '零星充值' },
];
