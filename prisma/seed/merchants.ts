import { creditCodeCheck } from '@xyxlx/contracts/credit-code';
import type { MerchantState } from '@xyxlx/contracts/merchant';
import type { Prisma } from '../client/client.ts';
import { spell } from '../spell.ts';
import { givenNames, surnames } from './people.ts';
import { idOf, pick, randomFrom } from './random.ts';
import { companyId, demoTenants, type TenantKey, tenantId } from './tenants.ts';

/** Regions with their codes of GB/T 2260, and where shops are there. */
const regions = [
  { region: '上海市浦东新区', city: '310115', places: ['陆家嘴', '张江', '金桥', '世纪大道'] },
  { region: '上海市徐汇区', city: '310104', places: ['徐家汇', '漕河泾', '衡山路', '龙华'] },
  { region: '浙江省杭州市', city: '330100', places: ['文三路', '钱江新城', '武林广场', '滨江'] },
  { region: '江苏省南京市', city: '320100', places: ['新街口', '河西', '江宁', '鼓楼'] },
  { region: '江苏省苏州市', city: '320500', places: ['观前街', '金鸡湖', '狮山', '平江路'] },
  { region: '北京市朝阳区', city: '110105', places: ['国贸', '望京', '三里屯', '大望路'] },
  { region: '广东省深圳市', city: '440300', places: ['科技园', '福田', '华强北', '前海'] },
  { region: '四川省成都市', city: '510100', places: ['春熙路', '天府三街', '高新', '锦里'] },
];
/** Each with the category code of its trade; the tenants' brands come in the same order of trades. */
const brands = {
  A: [
    { name: '晨光小厨', category: 'MEAL', mcc: '5812' },
    { name: '云鼎咖啡', category: 'MEAL', mcc: '5814' },
    { name: '百味轩', category: 'MEAL', mcc: '5812' },
    { name: '优选超市', category: 'PURCHASE', mcc: '5411' },
    { name: '锦程酒店', category: 'HOTEL', mcc: '7011' },
    { name: '顺达出行', category: 'TRAVEL', mcc: '4121' },
    { name: '和悦茶饮', category: 'MEAL', mcc: '5814' },
    { name: '康泰药房', category: 'WELFARE', mcc: '5912' },
  ],
  B: [
    { name: '京味楼', category: 'MEAL', mcc: '5812' },
    { name: '燕山咖啡', category: 'MEAL', mcc: '5814' },
    { name: '聚福园', category: 'MEAL', mcc: '5812' },
    { name: '惠民生活超市', category: 'PURCHASE', mcc: '5411' },
    { name: '北苑酒店', category: 'HOTEL', mcc: '7011' },
    { name: '安行出租', category: 'TRAVEL', mcc: '4121' },
    { name: '茶语时光', category: 'MEAL', mcc: '5814' },
    { name: '同安药房', category: 'WELFARE', mcc: '5912' },
  ],
} as const;
const platforms = [
  { code: 'ALIPAY', name: '支付宝商户平台', type: 'PAYMENT', feeBps: 38 },
  { code: 'WECHAT', name: '微信支付商户平台', type: 'PAYMENT', feeBps: 60 },
  { code: 'UNIONPAY', name: '银联商务平台', type: 'ACQUIRER', feeBps: 0 },
] as const;
const banks = ['中国工商银行', '中国建设银行', '招商银行', '交通银行'];
const firstDay = Date.UTC(2025, 0, 6, 1, 0, 0);
const dayMs = 86_400_000;

export const brandId = (key: TenantKey, index: number) => idOf(`brand/${key}/${index}`);
export const platformId = (key: TenantKey, index: number) => idOf(`platform/${key}/${index}`);
export const merchantId = (key: TenantKey, index: number) => idOf(`merchant/${key}/${index}`);

/** Brands, platforms with the accounts of the first company, and `perTenant` merchants for each tenant; those that wait do so since they were registered. */
export async function seedMerchants(tx: Prisma.TransactionClient, perTenant: number): Promise<void> {
  for (const { key, merchantCode } of demoTenants) {
    await tx.brand.createMany({
      data: brands[key].map(({ name, category }, index) => ({
        id: brandId(key, index),
        tenantId: tenantId(key),
        name,
        category,
      })),
    });
    await tx.platform.createMany({
      data: platforms.map((platform, index) => ({
        id: platformId(key, index),
        tenantId: tenantId(key),
        ...platform,
      })),
    });
    await tx.platformAccount.createMany({ data: makeAccounts(key) });
    await tx.merchant.createMany({ data: makeMerchants(key, merchantCode, perTenant) });
    await tx.tenantCounter.create({
      data: { tenantId: tenantId(key), kind: `M${merchantCode}`, value: perTenant },
    });
  }
}

function makeMerchants(
  key: TenantKey,
  merchantCode: number,
  count: number,
): Prisma.MerchantCreateManyInput[] {
  const random = randomFrom(key === 'A' ? 11 : 12);
  const companies = demoTenants.find((tenant) => tenant.key === key)?.companies.length ?? 1;
  const shopsAt = new Map<string, number>();
  return Array.from({ length: count }, (_, index) => {
    const brandAt = Math.floor(random() * brands[key].length);
    const placeAt = random();
    const { region, city, places } = pick(random, regions);
    const brand = brands[key][brandAt];
    const at = `${brand?.name}${places[Math.floor(placeAt * places.length)]}`;
    const shops = (shopsAt.get(at) ?? 0) + 1;
    shopsAt.set(at, shops);
    const shortName = `${at}${shops > 1 ? shops : ''}店`;
    const name = `${region.replace(/^.*[省市](?=.)/, '')}${shortName}`;
    const first17 = `91${key === 'A' ? '310115' : '110105'}${String(100_000_000 + index * 7919).slice(0, 9)}`;
    const createdAt = new Date(
      firstDay + Math.floor(random() * 300) * dayMs + Math.floor(random() * 36_000_000),
    );
    return {
      id: merchantId(key, index),
      tenantId: tenantId(key),
      companyId: companyId(key, Math.floor(random() * companies)),
      merchantNo: `M${merchantCode}${String(index + 1).padStart(8, '0')}`,
      name,
      ...spell(name),
      shortName,
      creditCode: first17 + creditCodeCheck(first17),
      contactName: pick(random, surnames) + pick(random, givenNames),
      contactMobile: `139${String(10_000_000 + Math.floor(random() * 89_999_999))}`,
      brandId: brandId(key, brandAt),
      platformId: platformId(key, Math.floor(random() * platforms.length)),
      mcc: brand?.mcc ?? '',
      region,
      city,
      settlementBank: pick(random, banks),
      settlementAccount: `6222${String(Math.floor(random() * 1e12)).padStart(12, '0')}`,
      state: stateOf(random()),
      createdAt,
      createdBy: '平台管理员',
      updatedAt: createdAt,
      updatedBy: '平台管理员',
    };
  });
}

/** An account at a bank and one at each payment institution; the last waits for nobody: it was sent back. */
function makeAccounts(key: TenantKey): Prisma.PlatformAccountCreateManyInput[] {
  const company = demoTenants.find((tenant) => tenant.key === key)?.companies[0] ?? '';
  const accounts = [
    { kind: 'BANK', platform: 2, bank: '中国工商银行', accountNo: '6222020000', state: 'ACTIVE' },
    {
      kind: 'CHANNEL',
      platform: 0,
      bank: '支付宝（中国）网络技术有限公司',
      accountNo: '2088000000',
      state: 'ACTIVE',
    },
    {
      kind: 'CHANNEL',
      platform: 1,
      bank: '财付通支付科技有限公司',
      accountNo: '1900000000',
      state: 'ACTIVE',
    },
    { kind: 'BANK', platform: 2, bank: '招商银行', accountNo: '6225880000', state: 'REJECTED' },
  ] as const;
  return accounts.map(({ platform, accountNo, ...account }, index) => ({
    id: idOf(`platformAccount/${key}/${index}`),
    tenantId: tenantId(key),
    companyId: companyId(key, 0),
    platformId: platformId(key, platform),
    name: company,
    accountNo: `${accountNo}${key === 'A' ? '31' : '11'}${String(index + 1).padStart(4, '0')}`,
    ...account,
    createdAt: new Date(firstDay),
    createdBy: '平台管理员',
    updatedAt: new Date(firstDay),
    updatedBy: '平台管理员',
  }));
}

function stateOf(chance: number): MerchantState {
  if (chance < 0.78) return 'ACTIVE';
  if (chance < 0.88) return 'PENDING';
  if (chance < 0.95) return 'DISABLED';
  return chance < 0.98 ? 'CLOSED' : 'REJECTED';
}
