import { useMutation, useQuery } from '@tanstack/react-query';
import { userAdministration as contract } from '@xyxlx/contracts/user-administration';
import { useTranslation } from 'react-i18next';
import { BulkFormDialog } from '../../kit/actions/bulk-form-dialog.tsx';
import type { BulkDialogProps } from '../../kit/actions/record-action.ts';
import { api } from '../../lib/api.ts';
import { countText } from '../../lib/money.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useRoleName } from '../../lib/role-name.ts';

/** Gives several users a role and tells what became of each; roles that allow more than one's own can't be chosen. */
export function AssignRoleDialog(dialog: BulkDialogProps) {
  const { t } = useTranslation(['user', 'kit']);
  const roleName = useRoleName();
  const { data } = useQuery(api.userAccount.queryUserOption.queryOptions({}));
  const assign = useMutation(
    api.userAccount.assignRole.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(api.userAccount.pathFilter()),
    }),
  );
  return (
    <BulkFormDialog
      {...dialog}
      title={t('list.assignRole')}
      words={
        <>
          {t('kit:bulk.selected', { total: countText(dialog.ids.length) })}
          <br />
          {t('act.assignRole.words')}
        </>
      }
      okText={t('act.assignRole')}
      schema={contract.assignRole.input}
      known={{ ids: dialog.ids }}
      work={assign}
      fields={(field) =>
        field.pick('roleId', t('field.roles'), {
          options: (data?.roles ?? []).map((role) => ({
            value: role.id,
            label: roleName(role),
            disabled: !role.grantable,
          })),
        })
      }
    />
  );
}
