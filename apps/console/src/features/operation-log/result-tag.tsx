import { useTranslation } from 'react-i18next';
import { StateTag } from '../../kit/state-tag.tsx';

/** What became of an operation; anything but success goes by the server's word for it. */
export function ResultTag({ result }: { result: string }) {
  const { t } = useTranslation('operation-log');
  const worked = result === 'SUCCESS';
  return <StateTag tone={worked ? 'good' : 'bad'}>{worked ? t('result.SUCCESS') : result}</StateTag>;
}
