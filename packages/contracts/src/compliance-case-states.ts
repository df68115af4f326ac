import { complianceCase } from './compliance-case.ts';
import { riskCaseStateWords } from './compliance-case-kinds.ts';
import { transitions } from './transitions.ts';

/** 案件: what waits to be taken up, is worked, is put off, waits for a second person, or is closed. */
export const riskCaseTransitions = transitions({
  area: 'compliance',
  record: { zh: '案件', en: 'Case' },
  words: riskCaseStateWords,
  initial: ['NEW'],
  endpoints: complianceCase,
  actions: {
    claimCase: {
      from: ['NEW', 'SUSPENDED'],
      to: ['WORKING'],
      guard: {
        zh: '收件箱成员，在办不满 10 件，与本人无关，不是重开案件的原经办人；挂起的须已到期',
        en: 'A member of the inbox with fewer than ten at work, not about them, not closed by them before; a suspended one whose day has come',
      },
    },
    releaseCase: { from: ['WORKING'], to: ['NEW'] },
    assignCase: {
      from: ['NEW', 'WORKING'],
      to: ['WORKING'],
      guard: {
        zh: '经办人转派给收件箱成员，或由有复核权限者转派',
        en: 'By its assignee, or by whoever may decide; to a member of the inbox',
      },
      effect: { zh: '双方均收到通知', en: 'Both are told' },
    },
    escalateCase: {
      from: ['WORKING'],
      to: ['NEW'],
      guard: { zh: '收件箱有上级', en: 'There is an inbox above' },
      effect: { zh: '转入上级收件箱，级别加一', en: 'It goes to the inbox above, one level higher' },
    },
    suspendCase: {
      from: ['WORKING'],
      to: ['SUSPENDED'],
      guard: { zh: '最长 30 天，最多 3 次', en: 'For at most 30 days, at most three times' },
      effect: { zh: '时限顺延挂起的时间', en: 'It is due later by the time that it is suspended' },
    },
    closeCase: {
      from: ['WORKING'],
      to: ['CLOSED', 'CLOSING'],
      guard: {
        zh: '须填写结论与理由；已上报须有已批准的报告',
        en: 'With an outcome and a reason; reported only with an approved report',
      },
      effect: {
        zh: '命中得到标注；高、紧急、已上报及抽查的 10% 待复核',
        en: 'Its hits get the label; high, urgent, reported and a drawn tenth wait for a second person',
      },
    },
    reopenCase: {
      from: ['CLOSED'],
      to: ['NEW'],
      guard: { zh: '同主体同规则没有未结案件', en: 'No other open case of the subject and rule' },
      effect: { zh: '标注取消，原经办人不能再领取', en: 'Its labels go; who closed it can not claim it' },
    },
  },
  automatic: {
    wake: {
      by: { zh: '挂起到期，或有新预警', en: 'Its day has come, or a new alert came' },
      from: ['SUSPENDED'],
      to: ['NEW'],
    },
    releaseIdle: {
      by: { zh: '4 小时没有处理', en: 'Four hours without an act' },
      from: ['WORKING'],
      to: ['NEW'],
    },
    escalateOverdue: {
      by: { zh: '超过时限', en: 'Past its time' },
      from: ['WORKING'],
      to: ['NEW'],
      effect: { zh: '转入上级收件箱，级别加一', en: 'It goes to the inbox above, one level higher' },
    },
    approve: {
      by: { zh: '复核通过', en: 'Approval' },
      from: ['CLOSING'],
      to: ['CLOSED'],
      effect: { zh: '命中得到标注', en: 'Its hits get the label' },
    },
    reject: { by: { zh: '复核驳回', en: 'Rejection' }, from: ['CLOSING'], to: ['WORKING'] },
    withdraw: {
      by: { zh: '提交人撤回，或有新预警', en: 'Withdrawal, or a new alert' },
      from: ['CLOSING'],
      to: ['WORKING'],
    },
  },
});
