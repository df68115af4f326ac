/** The columns of a sheet of employees, in their order. */
export const sheetColumns = ['employeeNo', 'name', 'mobile', 'limit'] as const;
export type SheetColumn = (typeof sheetColumns)[number];

/** What can be wrong with a cell. */
export const problemReasons = ['missing', 'format', 'duplicate'] as const;

/** Why a row can't be taken. */
export interface RowProblem {
  /** The row in the file; 1 is the header. */
  row: number;
  column: SheetColumn;
  value: string;
  reason: (typeof problemReasons)[number];
}

export interface Findings {
  rows: number;
  bad: number;
  /** The first problems; a broken file has more of them than rows. */
  problems: RowProblem[];
}

const maxProblems = 10_000;
const formats: Partial<Record<SheetColumn, RegExp>> = {
  employeeNo: /^[\w-]{1,32}$/,
  mobile: /^1[3-9]\d{9}$/,
  limit: /^\d{1,10}(\.\d{1,2})?$/,
};

/** Checks one row after another: nothing missing, everything well formed, no employee twice. */
export function createRowCheck() {
  const seen = new Set<string>();
  const findings: Findings = { rows: 0, bad: 0, problems: [] };
  let row = 0;

  return {
    /** Takes the next row of the file; the first one is its header. */
    take(cells: readonly string[]): void {
      row += 1;
      if (row === 1) return;
      findings.rows += 1;
      const problems = sheetColumns.flatMap((column, index) => {
        const value = cells[index]?.trim() ?? '';
        const reason = problemOf(column, value, seen);
        return reason ? [{ row, column, value, reason }] : [];
      });
      if (problems.length === 0) return;
      findings.bad += 1;
      if (findings.problems.length < maxProblems) findings.problems.push(...problems);
    },
    findings: () => findings,
  };
}

function problemOf(column: SheetColumn, value: string, seen: Set<string>): RowProblem['reason'] | null {
  if (value === '') return 'missing';
  if (formats[column]?.test(value) === false) return 'format';
  if (column !== 'employeeNo') return null;
  if (seen.has(value)) return 'duplicate';
  seen.add(value);
  return null;
}
