import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { scopeLine } from '@xyxlx/contracts/rule-institution';
import { Form } from 'antd';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { failureOf } from '../../lib/failure.ts';
import { wordsText } from '../../lib/label.ts';
import { countText } from '../../lib/money.ts';
import styles from './editor.module.css';

/** So many of those whom nothing covers are named. */
const namedAtMost = 3;

/** Whom the lines cover that are being written, and who stays without any 制度: counted as they change. */
export function ScopePreview({ id }: { id: string | undefined }) {
  const { t } = useTranslation('rule');
  const written: readonly unknown[] = Form.useWatch('scopes') ?? [];
  const scopes = useDeferredValue(written).flatMap((line) => {
    const { data } = scopeLine.safeParse(line);
    return data ? [data] : [];
  });
  const { data, error } = useQuery(
    api.rule.previewScope.queryOptions(
      scopes.length === 0 ? skipToken : { scopes, ...(id !== undefined && { id }) },
      { placeholderData: keepPreviousData, staleTime: 10_000, trpc: { context: { background: true } } },
    ),
  );
  const names = (data?.firstUncovered ?? []).slice(0, namedAtMost).map(({ name }) => name);
  return (
    <p className={styles.preview} aria-live="polite">
      {error && failureOf(error).text}
      {!error && data && t('scope.covered', { total: countText(data.covered) })}
      {!error &&
        data &&
        data.uncovered > 0 &&
        t('scope.uncovered', { total: countText(data.uncovered), names: wordsText(names) })}
    </p>
  );
}
