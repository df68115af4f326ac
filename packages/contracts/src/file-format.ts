import { z } from 'zod';
import { id } from './fields.ts';

/** The kinds of table files that exports and templates come as. */
export const fileFormats = ['xlsx', 'csv'] as const;
export type FileFormat = (typeof fileFormats)[number];
export const fileFormat = z.enum(fileFormats).default('xlsx');

/** What an export of many rows answers instead of its file: the job that makes it, to be fetched by `/job/downloadExport`. */
export const exportStarted = z.strictObject({ jobId: id });
