import type { TFunction } from 'i18next';
import type { Written, WrittenCondition } from './written.ts';

/** The kinds of 制度 that most companies begin with. */
export const templateNames = ['lunch', 'overtime', 'travel'] as const;
export type TemplateName = (typeof templateNames)[number];

const workdays: WrittenCondition = { factor: 'DAY_KIND', operator: 'IN', value: ['WORKDAY'] };
const atMost = (factor: NonNullable<WrittenCondition['factor']>, value: number): WrittenCondition => ({
  factor,
  operator: 'LE',
  value,
});
const during = (from: string, to: string): WrittenCondition => ({
  factor: 'TIME',
  operator: 'IN',
  value: [{ from, to }],
});

const terms: Record<TemplateName, Pick<Written, 'categories' | 'priority' | 'excess' | 'rules'>> = {
  lunch: {
    categories: ['MEAL'],
    priority: 100,
    excess: 'SPLIT',
    rules: [
      {
        conditions: [
          workdays,
          during('11:00', '14:00'),
          atMost('PER_PAYMENT', 5_000),
          atMost('PER_DAY', 5_000),
          atMost('PER_MONTH', 80_000),
          atMost('COUNT_DAY', 2),
        ],
      },
    ],
  },
  overtime: {
    categories: ['MEAL'],
    priority: 200,
    excess: 'SPLIT',
    rules: [
      {
        conditions: [
          workdays,
          during('22:00', '02:00'),
          atMost('PER_PAYMENT', 4_000),
          atMost('COUNT_DAY', 1),
        ],
      },
    ],
  },
  travel: {
    categories: ['TRAVEL', 'HOTEL'],
    priority: 300,
    excess: 'DECLINE',
    rules: [
      {
        conditions: [
          { factor: 'MCC', operator: 'IN', value: ['7011'] },
          atMost('PER_PAYMENT', 60_000),
          atMost('PER_MONTH', 500_000),
        ],
      },
      {
        conditions: [{ factor: 'MCC', operator: 'IN', value: ['4121'] }, atMost('PER_PAYMENT', 20_000)],
      },
    ],
  },
};

/** A 制度 to go on from, for all employees and from a day on. */
export function templateOf(name: TemplateName, from: string, t: TFunction<'rule'>): Written {
  return {
    ...terms[name],
    name: t(`template.${name}`),
    validFrom: from,
    validTo: null,
    scopes: [{ kind: 'ALL' }],
  };
}
