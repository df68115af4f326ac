import type { JobKind } from './platform/jobs/job-kind.ts';

/** The map of long work: every kind of job the service knows. */
export const jobKinds: readonly JobKind[] = [];
