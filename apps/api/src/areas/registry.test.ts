import { describe, expect, test } from 'vitest';
import type { ApprovalSubject } from '../platform/approval/subject.ts';
import { registryOf } from './registry.ts';

const label = { zh: '甲', en: 'A' };
const source = 'SELECT id, tenant_id, name FROM things';
const decided = async () => undefined;
const subject = ({ changes }: Pick<ApprovalSubject, 'changes'> = {}): ApprovalSubject => ({
  type: 'thingChange',
  label,
  permission: 'merchant.approve',
  link: () => '/',
  waiting: source,
  approve: decided,
  reject: decided,
  matter: async () => ({ parts: [] }),
  ...(changes && { changes }),
});

describe('areas put together', () => {
  test('the id of an area’s input names the kind it says, else the one of its own name, else none', () => {
    const { records } = registryOf({
      thing: { records: { thing: { from: 'things r', fields: ['thingId', 'thingIds'] } } },
      batch: { records: { thingBatch: { from: 'batches r', name: 'r.no' } }, record: 'thingBatch' },
      search: {},
    });
    expect(Object.fromEntries(records.ofAreas)).toEqual({ thing: 'thing', batch: 'thingBatch' });
    expect(Object.fromEntries(records.fields)).toEqual({ thingId: 'thing', thingIds: 'thing' });
    expect(Object.fromEntries(records.sources)).toMatchObject({
      thing: { from: 'things r' },
      thingBatch: { from: 'batches r', name: 'r.no' },
    });
  });

  test('steps carry the name of their area', () => {
    const { steps } = registryOf({ one: { steps: { end: label } }, other: { steps: { end: label } } });
    expect([...steps]).toEqual([
      ['one.end', label],
      ['other.end', label],
    ]);
  });

  test.each([
    ['approval thingChange', { approvals: [subject()] }],
    [
      'scheduled task nightly',
      { schedule: [{ name: 'nightly', title: label, due: label, run: async () => undefined }] },
    ],
    ['invariant addsUp', { invariants: [{ name: 'addsUp', label, violations: source }] }],
    ['kind of record thing', { records: { thing: { from: 'things r' } } }],
    ['job move', { jobs: [{ kind: 'move', title: label, run: async () => ({ message: label }) }] }],
  ])('two areas that declare the same %s are refused', (what, area) => {
    expect(() => registryOf({ one: area })).not.toThrow();
    expect(() => registryOf({ one: area, other: area })).toThrow(`Two areas declare the ${what}.`);
  });

  test('a field refers to one kind of record', () => {
    const areas = {
      one: { records: { thing: { from: 'things r', fields: ['thingId'] } } },
      other: { records: { part: { from: 'things r', fields: ['thingId'] } } },
    };
    expect(() => registryOf(areas)).toThrow('Two areas declare the reference thingId.');
  });

  test('records that no area declares are refused: named by an id, or by a guarded column', () => {
    const unknown = 'No area declares the records of the kind thing.';
    expect(() => registryOf({ one: { record: 'thing' } })).toThrow(unknown);
    const changes = { thing_id: { field: 'thingId', label, names: 'thing' } };
    expect(() => registryOf({ one: { approvals: [subject({ changes })] } })).toThrow(unknown);
  });
});
