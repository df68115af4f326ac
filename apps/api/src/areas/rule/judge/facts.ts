import type { CapCondition, DayKind, MatchCondition } from '@xyxlx/contracts/rule-condition';
import type { ConsumptionRecord } from '@xyxlx/database/client/client';

/** A day in Asia/Shanghai by the work calendar. */
export interface DayFacts {
  /** As 2026-10-05. */
  day: string;
  kind: DayKind;
  /** What the calendar calls it, such as 国庆节. */
  name: string | null;
}

/** Who pays. */
export interface PayerFacts {
  employeeId: string;
  merchantId: string;
  /** The company of the merchant and those above it. */
  companyIds: readonly string[];
  /** The department and those above it. */
  departmentIds: readonly string[];
  labels: readonly string[];
  grade: string | null;
}

/** A payment as it is judged: all that a rule can ask of it. Amounts are in fen. */
export interface Facts {
  payer: PayerFacts;
  amount: number;
  /** What the employee pays by choice. */
  personalAmount: number;
  category: ConsumptionRecord['category'];
  channel: ConsumptionRecord['channel'];
  payeeMerchantId: string;
  brandId: string | null;
  mcc: string;
  city: string | null;
  /** Minutes since midnight in Asia/Shanghai; seconds and less are cut off. */
  minute: number;
  today: DayFacts;
  yesterday: DayFacts;
  /** What the limit may pay at this moment, under any 制度 and under none. */
  spendable: number;
  /** What more it may pay under one 制度 alone, by its id. */
  spendableUnder?: Readonly<Record<string, number>>;
}

/** Whom a 制度 is for; of one employee an exclusion wins. */
export interface ScopeLine {
  kind: 'ALL' | 'COMPANY' | 'MERCHANT' | 'DEPARTMENT' | 'LABEL' | 'GRADE' | 'EMPLOYEE';
  excluded: boolean;
  /** The id of the record, or the label or grade; empty for ALL. */
  values: readonly string[];
}

/** A rule: `key` is the same in every version, so that an edit keeps what was used. */
export interface Rule {
  key: string;
  /** From 1. */
  seq: number;
  matches: readonly MatchCondition[];
  caps: readonly CapCondition[];
}

/** A published version of a 制度. */
export interface Version {
  institution: { id: string; code: string; name: string };
  id: string;
  no: number;
  /** The least is asked first, then the least code. */
  priority: number;
  /** What happens to what is above the caps. */
  excess: 'DECLINE' | 'SPLIT' | 'PERSONAL';
  /** Empty: every category. */
  categories: readonly ConsumptionRecord['category'][];
  /** Days in Asia/Shanghai, both included. */
  validFrom: string;
  validTo: string | null;
  scopes: readonly ScopeLine[];
  rules: readonly Rule[];
}

/** Whether an employee whom no 制度 covers may pay. */
export type WithoutRule = 'ALLOW' | 'DECLINE';
