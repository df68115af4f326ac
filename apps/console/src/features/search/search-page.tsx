import { useMutation } from '@tanstack/react-query';
import { longest } from '@xyxlx/contracts/fields';
import { merchantStateWords } from '@xyxlx/contracts/merchant';
import { paths } from '@xyxlx/contracts/paths';
import { search as contract, type foundMerchant } from '@xyxlx/contracts/search';
import { Empty, Input } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { z } from 'zod';
import { CopyButton } from '../../kit/copy-button.tsx';
import { focusFirst } from '../../kit/focus-first.ts';
import { MaskedText } from '../../kit/masked-text.tsx';
import { Page } from '../../kit/page.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import styles from './search-page.module.css';

type Found = z.infer<typeof foundMerchant>;

/** Finds a merchant's number by whatever is known of it. Every search is logged, so what was typed stays out of the address. */
export function Component() {
  const { t } = useTranslation('search');
  const find = useMutation(api.search.findMerchant.mutationOptions());
  const asked = useRef('');

  function search(typed: string): void {
    const keyword = typed.trim();
    if (!keyword) return;
    asked.current = keyword;
    find.mutate({ keyword });
  }

  return (
    <Page title={t('title')} lead={t('lead')}>
      <search className={styles.box} ref={focusFirst}>
        <Input.Search
          size="large"
          maxLength={longest(contract.findMerchant.input.shape.keyword)}
          enterButton={t('submit')}
          loading={find.isPending}
          aria-label={t('label')}
          placeholder={t('placeholder')}
          onSearch={search}
        />
        <p className={styles.hint}>{t('hint')}</p>
      </search>
      <div aria-live="polite" aria-busy={find.isPending}>
        {find.data && <Results found={find.data.list} more={find.data.more} asked={asked.current} />}
      </div>
    </Page>
  );
}

function Results({ found, more, asked }: { found: Found[]; more: boolean; asked: string }) {
  const { t } = useTranslation('search');
  if (found.length === 0) {
    return <Empty className={styles.none ?? ''} description={t('none', { keyword: asked })} />;
  }
  return (
    <>
      <ul className={styles.results}>
        {found.map((merchant) => (
          <Result key={merchant.id} merchant={merchant} />
        ))}
      </ul>
      {more && <p className={styles.hint}>{t('more')}</p>}
    </>
  );
}

function Result({ merchant }: { merchant: Found }) {
  const { t } = useTranslation('search');
  const can = useCan();
  return (
    <li className={styles.result}>
      <div className={styles.number}>
        <span className="figures">{merchant.merchantNo}</span>
        <CopyButton value={merchant.merchantNo} />
      </div>
      <div className={styles.who}>
        <strong>{merchant.name}</strong>
        <StateTag words={merchantStateWords[merchant.state]} />
        {can('merchant.view') && <Link to={`${paths.merchant}?open=${merchant.id}`}>{t('open')}</Link>}
        {can('employee.view') && (
          <Link to={`${paths.employees}?merchantId=${merchant.id}`}>{t('employees')}</Link>
        )}
      </div>
      <div className={styles.facts}>
        <span className="figures">{merchant.creditCode}</span>
        <MaskedText value={merchant.contactMobile} />
        <span className={styles.matched}>
          {t(`by.${merchant.matchedBy}`)} {merchant.matchedText}
        </span>
      </div>
    </li>
  );
}
