import { creditCodeCheck } from '@xyxlx/contracts/credit-code';
import { type PermissionGroup, permissionGroups } from '@xyxlx/contracts/permissions';
import type { Prisma } from '../client/client.ts';
import { idOf } from './random.ts';
import { companyId, demoTenants, type TenantKey, tenantId } from './tenants.ts';

const basic: PermissionGroup[] = [
  'home',
  'merchant',
  'employee',
  'consumption',
  'search',
  'user',
  'role',
  'company',
];

/** Packages to choose from, what the companies have printed on invoices, and channel accounts that wait for their secret. */
export async function seedSystem(tx: Prisma.TransactionClient): Promise<void> {
  await tx.tenantPackage.createMany({
    data: [
      { id: idOf('package/basic'), code: 'basic', name: '基础版', permissionGroups: basic, maxAccounts: 10 },
      { id: idOf('package/full'), code: 'full', name: '旗舰版', permissionGroups, maxAccounts: 500 },
    ],
  });
  for (const { key, companies } of demoTenants) {
    await seedCompany(tx, key, companies[0]);
    await seedBindings(tx, key);
  }
}

async function seedBindings(tx: Prisma.TransactionClient, key: TenantKey): Promise<void> {
  const bindings = [
    {
      id: idOf(`binding/${key}/ALIPAY`),
      tenantId: tenantId(key),
      channel: 'ALIPAY',
      name: '支付宝企业码',
      appId: `20210000000${key === 'A' ? 1 : 2}`,
      externalId: `208800000000000${key === 'A' ? 1 : 2}`,
      address: 'https://openapi.alipay.com/gateway.do',
    },
    {
      id: idOf(`binding/${key}/WEWORK`),
      tenantId: tenantId(key),
      channel: 'WEWORK',
      name: '企业微信通讯录',
      appId: `ww000000000000000${key === 'A' ? 1 : 2}`,
      externalId: `ww000000000000000${key === 'A' ? 1 : 2}`,
      address: 'https://qyapi.weixin.qq.com/cgi-bin/gettoken',
    },
  ] satisfies Prisma.ChannelBindingCreateManyInput[];
  await tx.channelBinding.createMany({ data: bindings });
  await tx.channelRegistry.createMany({
    data: bindings.map(({ id: bindingId, tenantId }) => ({ bindingId, tenantId })),
  });
}

/** The head company is certified and has an invoice title. */
async function seedCompany(tx: Prisma.TransactionClient, key: TenantKey, name: string): Promise<void> {
  const first17 = key === 'A' ? '91310115MA1K00001' : '91110105MA1K00002';
  const creditCode = first17 + creditCodeCheck(first17);
  await tx.company.update({
    where: { tenantId_id: { tenantId: tenantId(key), id: companyId(key, 0) } },
    data: { creditCode, certification: 'VERIFIED', contactName: '王敏', contactMobile: '13900000000' },
  });
  await tx.invoiceTitle.create({
    data: {
      id: idOf(`invoice-title/${key}`),
      tenantId: tenantId(key),
      companyId: companyId(key, 0),
      title: name,
      taxNo: creditCode,
      address: '示例路 1 号',
      phone: '021-00000000',
      bank: '招商银行',
      bankAccount: '6225000000000000',
      isDefault: true,
    },
  });
}
