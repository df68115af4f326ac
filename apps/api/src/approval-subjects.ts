import { companyCertification } from './areas/company/certification.ts';
import type { ApprovalSubject } from './platform/approval/subject.ts';

/** Everything that waits for a checker, one line a kind; its rules live in its own area. */
const subjects: readonly ApprovalSubject[] = [companyCertification];

/** The kinds by their type. */
export const approvalSubjects: ReadonlyMap<string, ApprovalSubject> = new Map(
  subjects.map((subject) => [subject.type, subject]),
);
