import type { ScopeLineInput } from '@xyxlx/contracts/rule-institution';
import type { Prisma } from '@xyxlx/database/client/client';
import type { ScopeLine } from './judge/facts.ts';

/** The lines of an input as rules are judged by. */
export function linesOf(scopes: readonly ScopeLineInput[]): ScopeLine[] {
  return scopes.map((line) => ({ kind: line.kind, excluded: line.excluded, values: valuesOf(line) }));
}

function valuesOf(line: ScopeLineInput): string[] {
  if ('ids' in line) return [...new Set(line.ids.map((id) => id.toLowerCase()))];
  if ('id' in line) return [line.id.toLowerCase()];
  return 'value' in line ? [line.value] : [];
}

const columns = {
  COMPANY: 'companyId',
  MERCHANT: 'merchantId',
  DEPARTMENT: 'departmentId',
  EMPLOYEE: 'employeeId',
  LABEL: 'value',
  GRADE: 'value',
} as const;

/** The rows of the lines: of a line of employees one for each. */
export function scopeRows(
  { tenantId, versionId }: { tenantId: string; versionId: string },
  lines: readonly ScopeLine[],
): Prisma.InstitutionScopeCreateManyInput[] {
  return lines.flatMap(({ kind, excluded, values }, n) => {
    const row = { tenantId, versionId, seq: n + 1, kind, excluded };
    return kind === 'ALL' ? [row] : values.map((value) => ({ ...row, [columns[kind]]: value }));
  });
}
