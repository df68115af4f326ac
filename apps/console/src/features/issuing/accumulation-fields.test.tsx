import { cleanup, render, screen } from '@testing-library/react';
import { schedule } from '@xyxlx/contracts/issue-schedule';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { SchemaForm } from '../../kit/form/schema-form.tsx';
import { i18n, startI18n } from '../../lib/i18n.ts';
import { loadTexts } from '../../texts.ts';
import { AccumulationFields } from './accumulation-fields.tsx';

beforeAll(() => startI18n(loadTexts));
afterEach(cleanup);

const types = schedule.options.map(({ shape }) => shape.type.value);
const withDays = ['BIRTHDAY', 'HIRE', 'FESTIVAL'];

it.each([
  ['zh', '下一期开始时，上一期没用完的额度收回', '有效天数过后，没用完的额度收回'],
  [
    ...['en', 'Ends where the next period begins; what is left goes back'],
    'Ends after its days; what is left goes back',
  ],
] as const)(
  'says in %s that a lot ends where the next period begins, or after its days where it has days',
  async (language, next, days) => {
    await i18n.changeLanguage(language);
    await i18n.loadNamespaces(['issuing', 'kit', 'kit/form']);
    for (const type of types) {
      render(
        <SchemaForm
          id="plan"
          schema={z.strictObject({})}
          work={{ isPending: false, error: null, mutate: () => undefined }}
          fields={() => <AccumulationFields type={type} initial={{ kind: 'NONE' }} />}
        />,
      );
      const [said, other] = withDays.includes(type) ? [days, next] : [next, days];
      expect(screen.getByText(said), type).toBeTruthy();
      expect(screen.queryByText(other), type).toBeNull();
      cleanup();
    }
  },
);
