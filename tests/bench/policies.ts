import type { Facts, Version } from '../../apps/api/src/areas/rule/judge/facts.ts';
import { judge } from '../../apps/api/src/areas/rule/judge/judge.ts';
import type { Work } from './measure.ts';
import { csv, freshMerchant, insertPeople, people, peopleOf, removeMerchant } from './people.ts';
import type { World } from './world.ts';

/** Judging payments, and counting whom a policy covers. */
export function policyWorks(world: World): Work[] {
  return [
    {
      name: 'judging a payment by 50 policies of 20 rules each, none of which admits it',
      unit: 'judgements/s',
      floorName: 'one a millisecond',
      goal: '≥ 1',
      open: async () => {
        const versions = Array.from({ length: 50 }, (_, place) => policy(place));
        return {
          floor: async () => 1000,
          ours: async () => {
            const started = performance.now();
            let judged = 0;
            for (; performance.now() - started < 2000; judged++) {
              const { outcome } = judge(payment, versions, new Map(), 'ALLOW');
              if (outcome !== 'DECLINED') throw new Error(`The payment was to be declined, not ${outcome}`);
            }
            return (judged / (performance.now() - started)) * 1000;
          },
        };
      },
    },
    {
      name: `whom a policy covers, of a merchant with ${people.toLocaleString('en')} employees`,
      unit: 'previews/s',
      floorName: 'one in 300 ms',
      goal: '≥ 1',
      open: async () => {
        const merchant = await freshMerchant(world);
        await insertPeople(world, merchant, csv(peopleOf(merchant)));
        await world.pool.query('VACUUM (ANALYZE) employees');
        const scopes = [{ kind: 'MERCHANT', id: merchant.id }];
        const preview = async () => {
          const { covered } = (await world.ask('rule/previewScope', { scopes })) as { covered: number };
          if (covered !== people) throw new Error(`${covered} people were covered`);
        };
        await preview();
        return {
          floor: async () => 1000 / 300,
          ours: async () => {
            const started = performance.now();
            for (let time = 0; time < 5; time++) await preview();
            return 5000 / (performance.now() - started);
          },
          close: () => removeMerchant(world, merchant),
        };
      },
    },
  ];
}

/** Every rule misses by its last condition, so that all of them are looked at. */
function policy(place: number): Version {
  return {
    institution: { id: `i${place}`, code: `ZD${place}`, name: `制度${place}` },
    id: `v${place}`,
    no: 1,
    priority: (place * 7) % 50,
    excess: 'SPLIT',
    categories: [],
    validFrom: '2026-01-01',
    validTo: null,
    scopes: [
      { kind: 'DEPARTMENT', excluded: false, values: ['d'] },
      { kind: 'LABEL', excluded: true, values: ['外包'] },
    ],
    rules: Array.from({ length: 20 }, (_, index) => ({
      key: `k${place}.${index}`,
      seq: index + 1,
      matches: [
        { factor: 'DAY_KIND', operator: 'IN', value: ['WORKDAY'] },
        { factor: 'MCC', operator: 'IN', value: ['5811-5814'] },
        { factor: 'TIME', operator: 'IN', value: [{ from: '22:00', to: '02:00' }] },
      ],
      caps: [
        { factor: 'PER_DAY', operator: 'LE', value: 5_000 },
        { factor: 'COUNT_DAY', operator: 'LE', value: 2 },
      ],
    })),
  };
}

const payment: Facts = {
  payer: {
    employeeId: 'e',
    merchantId: 'm',
    companyIds: ['c'],
    departmentIds: ['d'],
    labels: [],
    grade: null,
  },
  amount: 5_800,
  personalAmount: 0,
  category: 'MEAL',
  channel: 'ALIPAY',
  payeeMerchantId: 'm',
  brandId: null,
  mcc: '5812',
  city: '310115',
  minute: 12 * 60,
  today: { day: '2026-11-20', kind: 'WORKDAY', name: null },
  yesterday: { day: '2026-11-19', kind: 'WORKDAY', name: null },
  spendable: 1_000_000,
};
