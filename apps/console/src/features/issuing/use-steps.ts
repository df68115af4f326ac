import { useTranslation } from 'react-i18next';

/** What a batch goes through before it is handed in. */
export function useSteps(): string[] {
  const { t } = useTranslation('issuing');
  return [t('step.policy'), t('step.people'), t('step.amount'), t('step.check'), t('step.submit')];
}
