import { z } from 'zod';
import { riskSubjects } from './compliance-kinds.ts';
import { id } from './fields.ts';

/** Whom or what a case is about, as lists show it: people by their number and the first character of their name. */
export const subjectOf = z.strictObject({ type: z.enum(riskSubjects), id, name: z.string() });

/** The 监控规则 that found something. */
export const ruleOf = z.strictObject({ id, code: z.string(), name: z.string() });
