import { paths } from '@xyxlx/contracts/paths';
import type { SubjectFacts } from '../../../platform/approval/subject.ts';

/** 计划执行超出审批: a run far beyond what was approved of its plan issues nothing before somebody has looked at it; its sum is held meanwhile. */
export const planRun: SubjectFacts = {
  type: 'planRun',
  label: { zh: '计划执行超出审批', en: 'Run beyond what was approved' },
  madeWith: 'creditlimit.issue',
  permission: 'creditlimit.approve',
  link: () => paths.issueExecutions.replace('/:code?', ''),
};
