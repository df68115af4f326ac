import { expect } from 'vitest';
import { ask } from '../../support/killable-services.ts';
import type { ServiceProcess } from '../../support/service-process.ts';
import { call, type Outcome, retrying, type Tries } from './client.ts';
import { signIn } from './replicas.ts';

/** An adjustment that was asked for under a key, and whether it was acknowledged. */
interface Deposit {
  key: string;
  employeeId: string;
  fen: number;
  acknowledged: boolean;
  /** The last answer's words. */
  told: string;
}

/** Operators who give employees of one company a few fen each, under a key each, again until it is acknowledged. */
export interface Bank {
  token: string;
  employees: string[];
  deposits: Deposit[];
  /** One deposit; `to` is where each try goes, `within` how long a try waits for its answer, in ms. */
  deposit(to: () => string | Promise<string>, tries?: Tries & { within?: number }): Promise<Outcome>;
  /** Every acknowledged deposit is there exactly once, no other more than once, each with its row in the log, and everything that must always hold does. */
  expectExact(service: ServiceProcess): Promise<void>;
}

/** Asks the database as its owner. */
interface Owner {
  query<R extends object>(text: string, values?: unknown[]): Promise<{ rows: R[] }>;
}

/** Opens the bank; all of its employees are paid from one fund, so their deposits meet in one lock. */
export async function openBank({ owner }: { owner: Owner }, service: ServiceProcess): Promise<Bank> {
  const token = await signIn(service, '13800000002');
  const { rows } = await owner.query<{ id: string }>(
    `SELECT e.id FROM employees e JOIN merchants m ON m.id = e.merchant_id JOIN tenants t ON t.id = e.tenant_id
     WHERE e.state = 'ACTIVE' AND m.state = 'ACTIVE' AND t.code = 'huadong' AND m.company_id = (
       SELECT m.company_id FROM employees e JOIN merchants m ON m.id = e.merchant_id JOIN tenants t ON t.id = e.tenant_id
       WHERE e.state = 'ACTIVE' AND m.state = 'ACTIVE' AND t.code = 'huadong' GROUP BY 1 ORDER BY count(*) DESC LIMIT 1)
     ORDER BY e.id LIMIT 20`,
  );
  const employees = rows.map(({ id }) => id);
  expect(employees.length).toBeGreaterThan(4);
  const before = await limits();
  const deposits: Deposit[] = [];

  async function limits(): Promise<Map<string, number>> {
    const found = await owner.query<{ id: string; fen: number }>(
      'SELECT employee_id AS id, (available + locked)::float8 AS fen FROM limit_accounts WHERE employee_id = ANY ($1)',
      [employees],
    );
    return new Map(found.rows.map(({ id, fen }) => [id, fen]));
  }

  return {
    token,
    employees,
    deposits,

    deposit: async (to, { within = 30_000, ...tries } = { until: 0 }) => {
      const n = deposits.length;
      const made: Deposit = {
        key: crypto.randomUUID(),
        employeeId: employees[n % employees.length] as string,
        fen: 1 + (n % 7),
        acknowledged: false,
        told: '',
      };
      deposits.push(made);
      const { key, employeeId, fen: amount } = made;
      const outcome = await retrying(
        async () =>
          call(
            await to(),
            'limit/adjustLimit',
            { employeeId, type: 'INCREASE', amount, reason: key },
            token,
            {
              key,
              within,
            },
          ),
        tries,
      );
      made.acknowledged = outcome.code === 200;
      made.told = `${outcome.code} ${outcome.msg}`;
      return outcome;
    },

    expectExact: async (service) => {
      const { rows: made } = await owner.query<{ key: string; times: number }>(
        'SELECT reason AS key, count(*)::int AS times FROM limit_adjustments WHERE reason = ANY ($1) GROUP BY 1',
        [deposits.map(({ key }) => key)],
      );
      const times = new Map(made.map(({ key, times: count }) => [key, count]));
      const done = deposits.filter(({ key }) => times.has(key));
      expect(deposits.filter(({ acknowledged, key }) => acknowledged && times.get(key) !== 1)).toEqual([]);
      expect(made.filter(({ times: count }) => count !== 1)).toEqual([]);
      const { rows: logged } = await owner.query<{ key: string; times: number }>(
        `SELECT reason AS key, count(*)::int AS times FROM operation_logs
         WHERE action = 'adjustLimit' AND result = 'SUCCESS' AND reason = ANY ($1) GROUP BY 1`,
        [deposits.map(({ key }) => key)],
      );
      expect(new Map(logged.map(({ key, times: count }) => [key, count]))).toEqual(times);
      const after = await limits();
      for (const id of employees) {
        const given = done
          .filter(({ employeeId }) => employeeId === id)
          .reduce((sum, { fen }) => sum + fen, 0);
        expect([id, after.get(id)]).toEqual([id, (before.get(id) ?? 0) + given]);
      }
      const { list } = await ask(service, 'dev/invariants', {});
      expect(list.length).toBeGreaterThan(0);
      expect(list.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
    },
  };
}
