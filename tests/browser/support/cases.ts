import type { APIRequestContext } from 'playwright/test';
import { accounts, type NewUser, newUser, password, post, signInElsewhere } from './console.ts';
import { tokenOf } from './records.ts';

export interface CaseDesk {
  analyst: NewUser;
  head: NewUser;
  /** What the rule is called where one is picked. */
  rule: string;
  /** Opens a case by hand about somebody who has paid; returns its key and number. */
  open(severity: 'LOW' | 'MEDIUM' | 'HIGH' | 'URGENT'): Promise<{ id: string; no: string; version: number }>;
}

let made = 0;

/** An inbox with an analyst and a head of compliance of its own, and cases in it. */
export async function caseDesk(request: APIRequestContext): Promise<CaseDesk> {
  const [analyst, head] = [
    await settledUser(request, 'compliance-officer'),
    await settledUser(request, 'compliance-head'),
  ];
  const admin = await tokenOf(request);
  const token = await signInElsewhere(request, analyst);
  const letters = [...analyst.mobile].map((digit) => 'ABCDEFGHIJ'[Number(digit)]).join('');
  const inbox = await post(
    request,
    'compliance/addInbox',
    {
      name: `一线 ${letters}`,
      memberIds: [analyst.id, head.id],
      sla: { urgent: 4, high: 24, medium: 72, low: 168 },
      escalateToId: null,
    },
    admin,
  );
  const rule = await post(
    request,
    'compliance/addRule',
    {
      ...{ code: letters, name: '大额', score: 60, severity: 'HIGH', action: 'ALERT', inboxId: inbox.id },
      expression: {
        ...{ source: 'PAYMENT', subject: 'EMPLOYEE', filters: [], window: { kind: 'EVENT' }, aggregates: [] },
        when: { of: 'amount', op: 'GE', value: 500_000 },
      },
    },
    admin,
  );
  // Of the desk's own tenant alone: the administrator sees what people of others pay meanwhile.
  const maker = await tokenOf(request, accounts.maker);
  const { list } = await post(request, 'consumption/queryConsumption', { pageSize: 50 }, maker);
  const payers = [
    ...new Set(list.flatMap((row: { employee: { id: string } | null }) => row.employee?.id ?? [])),
  ] as string[];
  return {
    analyst,
    head,
    rule: `${letters} 大额`,
    open: (severity) => {
      const input = { ruleId: rule.id, subjectType: 'EMPLOYEE', subjectId: payers[made], severity };
      made += 1;
      return post(request, 'compliance/openCase', { ...input, reason: '人工立案' }, token);
    },
  };
}

/** Somebody who has a password of their own: no dialog asks them for one. */
async function settledUser(request: APIRequestContext, role: string): Promise<NewUser> {
  const user = await newUser(request, role);
  const change = { mobile: user.mobile, oldPassword: user.password, newPassword: password };
  await post(request, 'userAccount/updatePassword', change, await signInElsewhere(request, user));
  return { ...user, password };
}
