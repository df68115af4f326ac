import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describedEndpoints } from '../../apps/api/src/wire/reference/endpoints.ts';
import { schemaOf } from '../../apps/api/src/wire/reference/open-api.ts';
import { type Reach, readReach } from '../support/asked-tables.ts';
import { candidates, idPaths, inputsWith } from '../support/endpoint-inputs.ts';
import { listenToStatements } from '../support/listen-to-statements.ts';
import { openScopeWorld, type ScopeWorld, scopes } from '../support/scope-world.ts';
import { send } from '../support/send.ts';

/** Every place in an input that names a record with an owner; what belongs to the tenant as a whole is nobody's in particular. */
const cases = describedEndpoints(false)
  .filter(({ definition }) => definition.access === 'session')
  .flatMap(({ path, definition }) =>
    idPaths(schemaOf(definition.input, 'input')).map((field) => ({ ...field, endpoint: path, definition })),
  )
  .filter(({ name }) => !/^(role|brand|platform|product|activity|package|tenant)Id$/.test(name))
  .filter(({ endpoint }) => !/^(role\/(get|edit|delete|query)|channel\/|tenant\/)/.test(endpoint));
type Case = (typeof cases)[number];

let world: ScopeWorld;
let reach: Reach;
/** The statements that the service has sent since they were last looked at. */
let asked: string[] = [];
beforeAll(async () => {
  world = await openScopeWorld();
  listenToStatements(world.api, (statement) => asked.push(statement));
  reach = await readReach(world.admin);
}, 120_000);
afterAll(() => world.close());

/** New ids and times differ between any two answers; what is told of a record does not. */
const comparable = (answer: string) =>
  answer
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?/g, 'TIME');

/** The answer to the first of the inputs that fits the contract. */
async function answerTo(one: Case, token: string, inputs: readonly object[]): Promise<string> {
  let answer = '';
  for (const input of inputs) {
    answer = comparable(await send(world.api.url, one.endpoint, token, input, one.definition.kind));
    if (!answer.startsWith('400')) break;
  }
  return answer;
}

/** Whose ids a plain `id` of an area means; those of areas that are not here are tried with every table's. */
const tablesOfArea: Record<string, string[]> = {
  merchant: ['merchants'],
  store: ['stores'],
  employee: ['employees', 'departments'],
  limit: ['limit_adjustments', 'employees'],
  consumption: ['consumption_records'],
  lottery: ['lottery_records'],
  bill: ['bills'],
  billChange: ['limit_batches'],
  creditLimit: ['issue_batches'],
  autoIssue: ['issue_plans', 'issue_batches'],
  invoice: ['invoice_applications'],
  approval: ['approvals'],
  notification: ['notifications'],
  operationLog: ['operation_logs'],
  company: ['companies', 'invoice_titles'],
  userAccount: ['users', 'sessions', 'invitations'],
  job: ['jobs'],
  fund: ['fund_accounts', 'statement_lines', 'reconciliations', 'reconciliation_breaks'],
  rule: ['institutions', 'institution_versions', 'rule_simulations'],
  platform: ['platforms', 'platform_accounts'],
  voucher: ['ledger_accounts', 'vouchers'],
  brand: ['brands'],
  card: ['cards', 'card_products'],
  own: ['cards'],
  attachment: ['attachments'],
};

/** The records that a field can mean: those of `reached` where neither area nor name says it. */
function meant({ endpoint, name }: Case, of: Map<string, string>, reached: Map<string, string>): string[] {
  const tables = tablesOfArea[endpoint.split('/')[0] as string];
  if (name === 'id') return tables?.flatMap((table) => of.get(table) ?? []) ?? [...reached.values()];
  // A name that says nothing of a table.
  if (/^(below|parent|subject|target|actor|file)Id$/.test(name)) return [...reached.values()];
  return candidates(name, of, reached);
}

/** Calls one after the other what has slots, the rest side by side. */
async function forEach<Item extends { one: Case }>(
  items: readonly Item[],
  act: (item: Item) => Promise<void>,
): Promise<void> {
  const slow = items.filter(({ one: { definition } }) => /^(down|up)load$/.test(definition.kind));
  for (const item of slow) await act(item);
  const rest = items.filter((item) => !slow.includes(item));
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let item = rest.shift(); item; item = rest.shift()) await act(item);
    }),
  );
}

const forgetRates = () => world.api.deps.database.prisma.rateWindow.deleteMany();

describe.each(scopes)('somebody whose role is of %s', (scope) => {
  test('the id of what they do not see is answered like a missing one, at every endpoint', {
    timeout: 300_000,
  }, async () => {
    const { token, mine, foreign } = world.person(scope);
    expect(foreign.size).toBeGreaterThan(15);
    const differing: string[] = [];
    const unasked: string[] = [];
    const tries: { one: Case; inputs: ReturnType<typeof inputsWith>; missing: string; ids: string[] }[] = [];
    // One after the other, so that it is known who sent which statements.
    for (const one of cases) {
      await forgetRates();
      const inputs = inputsWith(one, mine);
      asked = [];
      const missing = await answerTo(one, token, inputs(crypto.randomUUID()));
      if (/^(400|404|405|415|429|5\d\d) |"code":40[023]/.test(missing)) {
        unasked.push(`${one.endpoint}: ${missing}`);
      }
      tries.push({ one, inputs, missing, ids: meant(one, foreign, reach(asked, foreign)) });
    }
    await forEach(tries, async ({ one, inputs, missing, ids }) => {
      await forgetRates();
      for (const id of ids) {
        const answer = await answerTo(one, token, inputs(id));
        if (answer === missing) continue;
        const table = [...foreign].find(([, other]) => other === id)?.[0];
        differing.push(`${one.endpoint} ${one.path.join('.')} of ${table}: ${answer} ≠ ${missing}`);
      }
    });
    expect(differing).toEqual([]);
    expect(unasked).toEqual([]);
  });
});
