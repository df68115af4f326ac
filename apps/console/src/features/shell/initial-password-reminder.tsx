import { paths } from '@xyxlx/contracts/paths';
import { Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useMe } from '../../lib/me.ts';

/** Reminds a user who still has the initial password, once a page load, and not on the screen that changes it. */
export function InitialPasswordReminder() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [isClosed, setClosed] = useState(false);
  const isNeeded = useMe()?.updatePassword === 0 && pathname !== paths.changePassword;
  return (
    <Modal
      open={isNeeded && !isClosed}
      title={t('initialPassword.title')}
      okText={t('initialPassword.change')}
      cancelText={t('initialPassword.later')}
      onOk={() => {
        setClosed(true);
        navigate(paths.changePassword);
      }}
      onCancel={() => setClosed(true)}
      width={420}
      centered
      // Over the drawer of a record that the address opens, whichever of the two is there first: antd has both at 1000.
      zIndex={1001}
    >
      {t('initialPassword.words')}
    </Modal>
  );
}
