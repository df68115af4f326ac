import type { Prisma } from '../client/client.ts';
import { approve, handIn } from './hand-in.ts';
import { idOf } from './random.ts';
import { demoPerson, tenantId } from './tenants.ts';

/** What products of tenant A say; amounts in fen. */
const named = {
  naming: 'NAMED',
  reloadable: true,
  mcc: [],
  singleLimit: null,
  dayCount: null,
  faceMin: null,
  faceMax: null,
  months: null,
} as const;
const anonymous = { ...named, naming: 'ANONYMOUS', reloadable: false, months: 36 } as const;
const products = [
  {
    ...named,
    code: 'WELFARE',
    name: '员工福利卡',
    form: 'PHYSICAL',
    faces: [100_000, 300_000, 500_000],
    fee: 500,
  },
  {
    ...named,
    code: 'MEALCARD',
    name: '餐饮专用卡',
    form: 'VIRTUAL',
    faces: [50_000, 100_000],
    fee: 0,
    mcc: ['5812'],
    singleLimit: 50_000n,
    dayCount: 5,
  },
  {
    ...named,
    code: 'ANYFACE',
    name: '任意面值卡',
    form: 'VIRTUAL',
    faces: [],
    faceMin: 10_000,
    faceMax: 500_000,
    fee: 0,
  },
  { ...anonymous, code: 'GIFT500', name: '礼品卡', form: 'PHYSICAL', faces: [50_000], fee: 500 },
  {
    ...anonymous,
    code: 'GIFT1000',
    name: '尊享礼品卡',
    form: 'PHYSICAL',
    faces: [100_000],
    fee: 800,
    state: 'SUBMITTED',
  },
  {
    ...anonymous,
    code: 'FESTIVAL',
    name: '节日电子卡',
    form: 'VIRTUAL',
    faces: [20_000],
    fee: 0,
    state: 'DRAFT',
  },
] as const;

/** 卡产品 of tenant A with the approvals behind them: four that are sold, one that waits and a draft. */
export async function seedCardProducts(tx: Prisma.TransactionClient, now: Date): Promise<void> {
  const tenant = tenantId('A');
  const { name: by } = demoPerson('platform-admin');
  const at = new Date(now.getTime() - 100 * 86_400_000);
  for (const { fee, faces, faceMin, faceMax, mcc, ...terms } of products) {
    const state = 'state' in terms ? terms.state : 'ENABLED';
    const id = idOf(`cardProduct/${terms.code}`);
    const { code, name } = terms;
    const amounts = {
      faces: faces.map(BigInt),
      faceMin: faceMin && BigInt(faceMin),
      faceMax: faceMax && BigInt(faceMax),
    };
    await tx.cardProduct.create({
      data: {
        ...{
          ...terms,
          ...amounts,
          mcc: [...mcc],
          id,
          tenantId: tenant,
          makingFee: BigInt(fee),
          state: 'DRAFT',
        },
        ...{ createdAt: at, createdBy: by, updatedAt: at, updatedBy: by },
      },
    });
    if (state === 'DRAFT') continue;
    const subject = { subjectType: 'cardProduct', subjectId: id, subjectLabel: `${code} ${name}` };
    const approvalId = await handIn(tx, { tenant, ...subject, key: `cardProduct/${code}`, at });
    await tx.$executeRaw`
      INSERT INTO record_changes (tenant_id, approval_id, before, after)
      SELECT p.tenant_id, ${approvalId}::uuid, jsonb_object_agg(t.key, NULL::text), jsonb_object_agg(t.key, t.value)
      FROM card_products p CROSS JOIN LATERAL jsonb_each_text(to_jsonb(p)) t
      WHERE p.tenant_id = ${tenant}::uuid AND p.id = ${id}::uuid AND t.key IN ('name', 'form', 'naming', 'faces', 'face_min', 'face_max',
        'making_fee', 'months', 'reloadable', 'mcc', 'single_limit', 'day_limit', 'month_limit', 'day_count')
      GROUP BY p.tenant_id`;
    const where = { tenantId_id: { tenantId: tenant, id } };
    await tx.cardProduct.update({ where, data: { state: 'SUBMITTED' } });
    if (state === 'SUBMITTED') continue;
    await approve(tx, tenant, approvalId, at);
    await tx.cardProduct.update({ where, data: { state: 'ENABLED', changeId: approvalId } });
    await tx.recordChange.update({
      where: { tenantId_approvalId: { tenantId: tenant, approvalId } },
      data: { appliedAt: at },
    });
  }
}
