import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';

/** What follows a change to employees or their limits: words, and everything that shows them is read again. */
export function employeesChanged(words: string): Promise<void> {
  return acted(
    words,
    api.employee.pathFilter(),
    api.limit.pathFilter(),
    api.merchant.pathFilter(),
    api.home.pathFilter(),
    api.approval.pathFilter(),
  );
}
