import { Modal } from 'antd';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { answerQuestion, currentQuestion, subscribeQuestions } from './confirm.ts';

/** Shows the question that `confirm` asks; mounted once, by the layout. */
export function ConfirmHost() {
  const { t } = useTranslation();
  const question = useSyncExternalStore(subscribeQuestions, currentQuestion);
  const isNotice = question?.isNotice ?? false;
  return (
    <Modal
      open={question !== null}
      title={question?.title}
      okText={question?.okText ?? t('confirm')}
      cancelText={t('cancel')}
      cancelButtonProps={{ hidden: isNotice }}
      closable={!isNotice}
      keyboard={!isNotice}
      mask={{ closable: !isNotice }}
      okButtonProps={{ danger: question?.isDangerous ?? false }}
      onOk={() => answerQuestion(true)}
      onCancel={() => answerQuestion(false)}
      width={420}
      centered
      destroyOnHidden
    >
      {question?.content}
    </Modal>
  );
}
