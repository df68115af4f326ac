import type { RiskCaseState } from '@xyxlx/contracts/compliance-case-kinds';
import { days, type Span } from '../../../kit/filters/days.ts';

interface AlertsAsked {
  /** The days that they were made on. */
  span: Span;
  ruleId?: string;
  isSuppressed?: boolean;
}

/** The way to the alerts that a number counts. */
export function toAlerts({ span, ruleId, isSuppressed = false }: AlertsAsked): string {
  return search({
    tab: 'alerts',
    state: isSuppressed ? 'SUPPRESSED' : 'IN_CASE',
    created: days.write(span),
    ...(ruleId && { rule: ruleId }),
  });
}

/** The way to every case that is not closed. */
export function toOpenCases(): string {
  const open: RiskCaseState[] = ['NEW', 'WORKING', 'SUSPENDED', 'CLOSING'];
  return search({ tab: 'cases', state: open.join(',') });
}

/** The way to those past their time. */
export function toOverdueCases(): string {
  return search({ tab: 'cases', overdue: 'yes' });
}

function search(given: Record<string, string>): string {
  return `?${new URLSearchParams(given)}`;
}
