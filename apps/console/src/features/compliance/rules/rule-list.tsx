import { riskRuleStateWords, riskSeverityWords } from '@xyxlx/contracts/compliance-kinds';
import { Button, Flex } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { choiceFilter } from '../../../kit/filters/choice-filter.tsx';
import { textFilter } from '../../../kit/filters/text-filter.tsx';
import { lazyOverlay } from '../../../kit/lazy-overlay.ts';
import { List } from '../../../kit/list/list.tsx';
import { ToneTag } from '../../../kit/tone-tag.tsx';
import { api } from '../../../lib/api.ts';
import { useLabel } from '../../../lib/label.ts';
import { countText } from '../../../lib/money.ts';
import { mainVersion } from './main-version.ts';
import { PrecisionBar } from './precision-bar.tsx';
import { TemplateButton } from './template-button.tsx';
import { useSentence } from './use-sentence.ts';

const RuleDrawer = lazyOverlay(async () => (await import('./rule-drawer.tsx')).RuleDrawer);
const RuleForm = lazyOverlay(async () => (await import('./rule-form.tsx')).RuleForm);

/** 规则: each with what it looks for as a sentence, its versions side by side, and how often it was right. */
export function RuleList() {
  const { t } = useTranslation('compliance');
  const label = useLabel();
  const sentence = useSentence();
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <List
        name="riskRule"
        label={t('tab.rule')}
        query={api.compliance.queryRule}
        sortFields={['code', 'createdAt']}
        filters={[
          textFilter('keyword', t('rules.filter.keyword')),
          choiceFilter('state', t('rules.field.state'), riskRuleStateWords),
          choiceFilter('severity', t('rules.field.severity'), riskSeverityWords),
        ]}
        columns={(cell) => [
          cell.name('code', t('rules.field.code'), (row) => row.code),
          cell.text('name', t('rules.field.name'), (row) => row.name),
          cell.text(
            'sentence',
            t('rules.field.expression'),
            ({ versions, payees }) => sentence(mainVersion(versions).expression, payees),
            { width: 360, wraps: true },
          ),
          cell.figures('no', t('rules.field.no'), ({ versions }) => `v${mainVersion(versions).no}`),
          cell.custom('state', t('rules.field.state'), ({ versions }) => (
            <Flex gap={4} wrap>
              {versions
                .filter(({ state }, at) => at === 0 || (state !== 'DISABLED' && state !== 'DRAFT'))
                .map(({ id, no, state }) => (
                  <ToneTag key={id} tone={riskRuleStateWords[state].tone}>
                    v{no} {label(riskRuleStateWords[state])}
                  </ToneTag>
                ))}
            </Flex>
          )),
          cell.state(
            'severity',
            t('rules.field.severity'),
            riskSeverityWords,
            ({ versions }) => mainVersion(versions).severity,
            { optional: true },
          ),
          cell.count('hitCount', t('rules.field.hitCount'), (row) => row.hitCount),
          cell.custom('precision', t('rules.field.precision'), (row) => (
            <PrecisionBar precision={row.precision} />
          )),
          cell.figures('p95', t('rules.field.p95'), ({ p95Micros }) =>
            p95Micros === null ? null : `${countText(p95Micros)} µs`,
          ),
          cell.minute('createdAt', t('rules.field.createdAt'), (row) => row.createdAt, { optional: true }),
        ]}
        drawer={({ id, onClose }) => <RuleDrawer id={id} onClose={onClose} />}
        start={<TemplateButton type="primary">{t('rules.start')}</TemplateButton>}
        none={t('rules.none')}
        actions={
          <>
            <TemplateButton>{t('rules.template')}</TemplateButton>
            <Button type="primary" onClick={() => setAdding(true)}>
              {t('rules.add')}
            </Button>
          </>
        }
      />
      <Suspense>{isAdding && <RuleForm rule={null} onClose={() => setAdding(false)} />}</Suspense>
    </>
  );
}
