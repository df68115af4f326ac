import { useMutation } from '@tanstack/react-query';
import type { InboxRow } from '@xyxlx/contracts/compliance-inbox';
import { complianceRule as contract } from '@xyxlx/contracts/compliance-rule';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { acted } from '../../../lib/act.ts';
import { api } from '../../../lib/api.ts';

interface TemplateDialogProps {
  /** Whoever may work what the rules find; the first one unless another is chosen. */
  inboxes: readonly InboxRow[];
  onClose(): void;
}

/** Asks in which inbox the cases of the templates' rules go, makes those that aren't there, and says which they are; mount it to open it. */
export function TemplateDialog({ inboxes, onClose }: TemplateDialogProps) {
  const { t } = useTranslation('compliance');
  const make = useMutation(
    api.compliance.addTemplateRules.mutationOptions({
      onSuccess: async ({ added, present }) => {
        onClose();
        const said = [
          added.length > 0 && t('rules.template.added', { count: added.length }),
          present.length > 0 && t('rules.template.present', { codes: present.join(t('inbox.comma')) }),
        ];
        await acted(said.filter(Boolean).join(t('rules.template.then')), api.compliance.pathFilter());
      },
    }),
  );
  return (
    <FormDialog
      title={t('rules.template.title')}
      words={t('rules.template.words')}
      okText={t('rules.template.make')}
      schema={contract.addTemplateRules.input}
      work={make}
      onClose={onClose}
      fields={(field) =>
        field.pick('inboxId', t('rules.field.inboxId'), {
          initial: inboxes[0]?.id,
          options: inboxes.map(({ id, name }) => ({ value: id, label: name })),
        })
      }
    />
  );
}
