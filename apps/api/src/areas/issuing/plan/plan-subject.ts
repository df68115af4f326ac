import { paths } from '@xyxlx/contracts/paths';
import type { SubjectFacts } from '../../../platform/approval/subject.ts';

/** 发放计划: what it is to issue in the next days is agreed to before it issues anything. */
export const issuePlan: SubjectFacts = {
  type: 'issuePlan',
  label: { zh: '发放计划', en: 'Plan of issuing' },
  madeWith: 'creditlimit.issue',
  permission: 'creditlimit.approve',
  link: () => paths.issueExecutions.replace('/:code?', ''),
};
