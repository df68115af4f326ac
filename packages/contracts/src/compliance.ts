import { complianceAlert } from './compliance-alert.ts';
import { complianceBacktest } from './compliance-backtest.ts';
import { complianceCase } from './compliance-case.ts';
import { complianceDashboard } from './compliance-dashboard.ts';
import { complianceInbox } from './compliance-inbox.ts';
import { complianceList } from './compliance-list.ts';
import { compliancePreview } from './compliance-preview.ts';
import { complianceReport } from './compliance-report.ts';
import { complianceRule } from './compliance-rule.ts';

/** 合规工作台: what is looked for, and what was found. */
export const compliance = {
  ...complianceRule,
  ...compliancePreview,
  ...complianceBacktest,
  ...complianceList,
  ...complianceInbox,
  ...complianceAlert,
  ...complianceCase,
  ...complianceReport,
  ...complianceDashboard,
};
