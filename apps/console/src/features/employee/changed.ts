import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';

/** Everything that shows employees or their limits. */
export function employeeAreas() {
  return [api.employee, api.limit, api.merchant, api.home, api.approval].map((area) => area.pathFilter());
}

/** What follows a change to employees or their limits: words, and everything that shows them is read again. */
export function employeesChanged(words: string): Promise<void> {
  return acted(words, ...employeeAreas());
}
