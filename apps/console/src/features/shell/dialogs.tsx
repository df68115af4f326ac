import { memo } from 'react';
import { ConfirmHost } from '../../kit/confirm-host.tsx';
import { ExportTray } from './export-tray.tsx';
import { InitialPasswordReminder } from './initial-password-reminder.tsx';
import { InvitationNotice } from './invitation-notice.tsx';
import { KeptFormsNotice } from './kept-forms-notice.tsx';

/** The dialogs that may lie over any screen. */
export const Dialogs = memo(function Dialogs() {
  return (
    <>
      <InitialPasswordReminder />
      <InvitationNotice />
      <KeptFormsNotice />
      <ConfirmHost />
      <ExportTray />
    </>
  );
});
