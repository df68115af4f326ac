import type { PayerFacts, ScopeLine } from './facts.ts';

/** Whether a 制度 is for the employee: a line includes them and none excludes them. */
export function covers(scopes: readonly ScopeLine[], payer: PayerFacts): boolean {
  const holding = scopes.filter((line) => names(line, payer));
  return holding.length > 0 && holding.every(({ excluded }) => !excluded);
}

function names({ kind, values }: ScopeLine, payer: PayerFacts): boolean {
  const has = (value: string | null) => value !== null && values.includes(value);
  switch (kind) {
    case 'ALL':
      return true;
    case 'COMPANY':
      return payer.companyIds.some(has);
    case 'MERCHANT':
      return has(payer.merchantId);
    case 'DEPARTMENT':
      return payer.departmentIds.some(has);
    case 'LABEL':
      return payer.labels.some(has);
    case 'GRADE':
      return has(payer.grade);
    case 'EMPLOYEE':
      return has(payer.employeeId);
  }
}
