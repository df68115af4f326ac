import {
  excessWords,
  type InstitutionVersion,
  institutionVersionStateWords,
  scopeKindWords,
} from '@xyxlx/contracts/rule-institution';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../kit/detail/facts.tsx';
import { useLabel } from '../../lib/label.ts';
import { categoriesText, validityText } from './terms-text.ts';

/** What a version of a 制度 says: whom it is for, and each of its rules as a sentence. */
export function VersionTerms({ version, title }: { version: InstitutionVersion; title: string }) {
  const { t } = useTranslation('rule');
  const label = useLabel();
  return (
    <Facts
      record={version}
      title={title}
      facts={(cell) => [
        cell.state('state', t('field.versionState'), institutionVersionStateWords, (row) => row.state),
        cell.text('categories', t('field.categories'), (row) => categoriesText(row.categories, t)),
        cell.count('priority', t('field.priority'), (row) => row.priority),
        cell.kind('excess', t('field.excess'), excessWords, (row) => row.excess),
        cell.text('validity', t('field.validity'), (row) => validityText(row, t)),
        cell.custom('scopes', t('field.scopes'), ({ scopes }) => (
          <ul style={plainList}>
            {scopes.map(({ kind, excluded, id, ids, name }) => (
              <li key={`${kind} ${excluded} ${id ?? ids.join() ?? ''} ${name}`}>
                {excluded && `${t('scope.excluded')} `}
                {label(scopeKindWords[kind])}
                {name && ` ${name}`}
              </li>
            ))}
          </ul>
        )),
        cell.custom('rules', t('field.rules'), ({ rules }) => (
          <ol style={{ ...plainList, paddingInlineStart: 18, listStyle: 'decimal' }}>
            {rules.map(({ key, sentence }) => (
              <li key={key}>{sentence}</li>
            ))}
          </ol>
        )),
      ]}
    />
  );
}

const plainList = { margin: 0, padding: 0, listStyle: 'none' } as const;
