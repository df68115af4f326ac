import type { MatterValue } from '@xyxlx/contracts/approval-matter';
import { consumptionCategoryWords } from '@xyxlx/contracts/consumption';
import { excessWords } from '@xyxlx/contracts/rule-institution';
import { ruleSentence } from '@xyxlx/contracts/rule-sentence';
import { changes, count, facts, noMatter, text } from '../../platform/approval/matter.ts';
import type { ReadMatter } from '../../platform/approval/subject.ts';
import { type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';
import { yuanText } from '../../platform/money/yuan-text.ts';
import { readWrittenVersions, type WrittenVersion } from './read-versions.ts';

/** The 制度 as it judges, and as it would. */
export const matterOfInstitution: ReadMatter = async (client, { tenantId, subjectId }) => {
  const states = await rowsOf<{ id: string; state: string }>(
    client,
    sql`SELECT v.id, v.state FROM institution_versions v
        WHERE v.tenant_id = ${tenantId}::uuid AND v.institution_id = ${subjectId}::uuid ORDER BY v.no DESC`,
  );
  const [newest] = states;
  if (!newest) return noMatter;
  const judges = states.find(({ state, id }) => state === 'PUBLISHED' && id !== newest.id);
  const ids = [newest.id, ...(judges ? [judges.id] : [])];
  const versions = await readWrittenVersions(client, tenantId, sql`v.id = ANY(${ids}::uuid[])`);
  const after = versions.find(({ id }) => id === newest.id);
  const before = versions.find(({ id }) => id === judges?.id);
  if (!after) return noMatter;
  const names = await namesOf(client, tenantId, versions);
  const compared = (said: (version: WrittenVersion) => MatterValue) =>
    [before ? said(before) : null, said(after)] as const;
  return {
    parts: [
      changes(
        ['优先级', 'Priority', ...compared(({ priority }) => count(priority))],
        ['超额处理', 'Above the caps', ...compared(({ excess }) => text(excessWords[excess]))],
        [
          '类目',
          'Categories',
          ...compared(({ categories }) => listed(categories.map((one) => consumptionCategoryWords[one]))),
        ],
        ['有效期', 'Valid', ...compared(({ validFrom, validTo }) => text(`${validFrom} – ${validTo ?? ''}`))],
        ['范围条数', 'Lines of its scope', ...compared(({ scopes }) => count(scopes.length))],
      ),
      facts(
        ['制度', 'Policy', text(`${after.institution.code} ${after.institution.name}`)],
        ['版本', 'Version', text(`v${after.no}`)],
        ['现行版本', 'Judges now', before ? text(`v${before.no}`) : null],
      ),
      {
        type: 'rows',
        title: { zh: '规则', en: 'Rules' },
        columns: [
          { zh: '序号', en: 'No.' },
          { zh: '内容', en: 'What it says' },
        ],
        rows: after.rules
          .slice(0, 50)
          .map(({ seq, conditions }) => [
            count(seq),
            text(ruleSentence(conditions, { yuan: yuanText, nameOf: (id) => names.get(id) })),
          ]),
        total: after.rules.length,
      },
    ],
  };
};

function listed(words: readonly { zh: string; en: string }[]): MatterValue {
  return text({ zh: words.map(({ zh }) => zh).join('、'), en: words.map(({ en }) => en).join(', ') });
}

/** The merchants and brands that conditions name. */
async function namesOf(
  client: Queryable,
  tenantId: string,
  versions: readonly WrittenVersion[],
): Promise<ReadonlyMap<string, string>> {
  const ids = versions.flatMap(({ rules }) =>
    rules.flatMap(({ conditions }) =>
      conditions.flatMap((one) => (one.factor === 'MERCHANT' || one.factor === 'BRAND' ? one.value : [])),
    ),
  );
  const rows = await rowsOf<{ id: string; name: string }>(
    client,
    sql`SELECT m.id, m.name FROM merchants m WHERE m.tenant_id = ${tenantId}::uuid AND m.id = ANY(${ids}::uuid[])
        UNION ALL SELECT b.id, b.name FROM brands b WHERE b.tenant_id = ${tenantId}::uuid AND b.id = ANY(${ids}::uuid[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
