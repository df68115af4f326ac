import { complianceAlert } from './compliance-alert.ts';
import { complianceCase } from './compliance-case.ts';
import { complianceDashboard } from './compliance-dashboard.ts';
import { complianceInbox } from './compliance-inbox.ts';
import { complianceReport } from './compliance-report.ts';

/** 合规工作台: what is looked for, and what was found. */
export const compliance = {
  ...complianceInbox,
  ...complianceAlert,
  ...complianceCase,
  ...complianceReport,
  ...complianceDashboard,
};
