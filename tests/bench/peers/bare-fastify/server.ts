/**
 * The page of payments as one would write it by hand: Fastify, pg, a prepared statement. No session, no contract, no scope; the packages
 * are those of the service, so that what differs is the service.
 */
import fastify from 'fastify';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { exportedColumns, newestFirst, pageText, paymentJoins } from '../payments.sql.ts';

interface Row {
  id: string;
  payment_no: string;
  type: string;
  state: string;
  amount: string;
  enterprise: string;
  personal: string;
  discount: string;
  refunded: string;
  category: string;
  invoice_state: string;
  channel: string;
  funded_by: string;
  paid_at: Date;
  card_last_four: string | null;
  rule_version: string | null;
  merchant_id: string;
  merchant: string;
  store_id: string | null;
  store: string | null;
  employee_id: string | null;
  employee: string | null;
  employee_no: string | null;
  related: string | null;
  total: number;
}

interface Query {
  tenantId: string;
  merchantId: string;
  paidFrom: string;
  paidTo: string;
}

const text = pageText({ tenantId: '$1', merchantId: '$2', from: '$3', to: '$4' });
const uuid = { type: 'string', format: 'uuid' };
const day = { type: 'string', format: 'date' };
const schema = {
  body: {
    type: 'object',
    required: ['tenantId', 'merchantId', 'paidFrom', 'paidTo'],
    properties: { tenantId: uuid, merchantId: uuid, paidFrom: day, paidTo: day },
  },
};

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 12 });
const app = fastify();

app.post<{ Body: Query }>('/payments', { schema }, async ({ body }) => {
  const values = [body.tenantId, body.merchantId, body.paidFrom, body.paidTo];
  const { rows } = await pool.query<Row>({ name: 'payments', text, values });
  return { list: rows.map(shown), total: rows[0]?.total ?? 0 };
});

app.get('/payments.csv', async (_, reply) => {
  const client = await pool.connect();
  const copy = client.query(
    copyTo(
      `COPY (SELECT ${exportedColumns} FROM consumption_records c ${paymentJoins} ${newestFirst}) TO STDOUT WITH (FORMAT csv)`,
    ),
  );
  copy.once('close', () => client.release());
  return reply.type('text/csv').send(copy);
});

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });

function shown(row: Row) {
  return {
    id: row.id,
    paymentNo: row.payment_no,
    type: row.type,
    state: row.state,
    amount: Number(row.amount),
    enterpriseAmount: Number(row.enterprise),
    personalAmount: Number(row.personal),
    discountAmount: Number(row.discount),
    refundedAmount: Number(row.refunded),
    category: row.category,
    merchant: { id: row.merchant_id, name: row.merchant },
    store: row.store_id === null ? null : { id: row.store_id, name: row.store },
    employee:
      row.employee_id === null
        ? null
        : { id: row.employee_id, name: row.employee, employeeNo: row.employee_no },
    fundedBy: row.funded_by,
    cardLastFour: row.card_last_four,
    ruleVersion: row.rule_version,
    relatedNo: row.related,
    invoiceState: row.invoice_state,
    channel: row.channel,
    paidAt: row.paid_at,
  };
}
