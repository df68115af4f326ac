import { fieldAt, fieldWords } from '@xyxlx/contracts/field-words';
import { describe, expect, test } from 'vitest';
import { describedEndpoints } from './reference/endpoints.ts';
import type { JsonSchema } from './reference/example-of.ts';
import { schemaOf } from './reference/open-api.ts';

/** What programs send, and the parts of rules and plans: no person types into a field of such a name. */
const ofPrograms = [
  ...['pageNum', 'pageSize', 'sort', 'field', 'order', 'cursor', 'file', 'names', 'current', 'only', 'side'],
  ...[
    'captchaVerifyParam',
    'sceneId',
    'captchaId',
    'trace',
    't',
    'x',
    'y',
    'scene',
    'bindTicket',
    'sessionId',
    'serial',
  ],
  ...[
    'pan',
    'reference',
    'captureNo',
    'reverseNo',
    'final',
    'partialAllowed',
    'exception',
    'change',
    'paper',
    'layer',
  ],
  ...[
    'op',
    'of',
    'all',
    'by',
    'values',
    'part',
    'whole',
    'when',
    'key',
    'on',
    'plan',
    'endpoint',
    'cells',
    'short',
  ],
  ...['submit', 'seen', 'unread', 'belowId', 'waitsFor', 'builtIn'],
];

function namesIn(schema: JsonSchema): string[] {
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = schema;
  const parts = [...Object.values(properties), ...(items ? [items] : []), ...anyOf, ...oneOf, ...allOf];
  return [...Object.keys(properties), ...parts.flatMap(namesIn)];
}

describe('what a field is called where it is refused', () => {
  test('every field that a person fills in has words', () => {
    const inputs = describedEndpoints(false).map(({ definition }) => schemaOf(definition.input, 'input'));
    const names = new Set(inputs.flatMap(namesIn));
    expect(names.size).toBeGreaterThan(200);
    expect([...names].filter((name) => !fieldWords[name] && !ofPrograms.includes(name))).toEqual([]);
  });

  test.each([
    ['merchantId', '商户', 'Merchant'],
    ['lines.0.quantity', '张数（第 1 项）', 'Quantity (item 1)'],
    ['rows.12', '行数（第 13 项）', 'Rows (item 13)'],
    ['grades.1.values.2.amount', '金额（第 3 项）', 'Amount (item 3)'],
    ['captchaVerifyParam', 'captchaVerifyParam', 'captchaVerifyParam'],
    ['toString', 'toString', 'toString'],
  ])('%s', (path, zh, en) => {
    expect(fieldAt(path)).toEqual({ zh, en });
  });
});
