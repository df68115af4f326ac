import type { Permission } from '@xyxlx/contracts/permissions';
import { Button } from 'antd';
import { type ReactNode, Suspense, useState } from 'react';
import { useCan } from '../../lib/me.ts';
import { Page } from '../page.tsx';
import { type Identified, List, type ListDrawerProps, type ListProps } from './list.tsx';

interface FormProps<Detail> {
  /** Null adds one. */
  record: Detail | null;
  onClose(): void;
}

interface ListForm<Detail> {
  permission: Permission;
  /** The button that adds a record. */
  label: string;
  /** Where there is no record yet, the list says how to add the first. */
  isStart?: boolean;
  render(props: FormProps<Detail>): ReactNode;
}

interface ScreenDrawerProps<Row, Detail> extends ListDrawerProps<Row> {
  /** Opens the form with the record. */
  onEdit(record: Detail): void;
}

interface ListScreenProps<Input, Row extends Identified, Detail>
  extends Omit<ListProps<Input, Row>, 'drawer' | 'label'> {
  title: string;
  /** One sentence on what the screen is for. */
  lead?: string;
  drawer?: (props: ScreenDrawerProps<NoInfer<Row>, Detail>) => ReactNode;
  form?: ListForm<Detail>;
  /** More actions of the screen, beside adding. */
  screenActions?: ReactNode;
}

/** A screen that is a list, with its form and its drawer: what most screens are. */
export function ListScreen<Input, Row extends Identified, Detail = Row>(
  props: ListScreenProps<Input, Row, Detail>,
) {
  const { title, lead, drawer, form, screenActions, ...list } = props;
  const can = useCan();
  const [edited, setEdited] = useState<Detail | 'new' | null>(null);
  const onAdd = () => setEdited('new');
  const mayAdd = form !== undefined && can(form.permission);
  return (
    <Page
      title={title}
      {...(lead && { lead })}
      actions={
        (screenActions || mayAdd) && (
          <>
            {screenActions}
            {mayAdd && <Add label={form.label} onAdd={onAdd} />}
          </>
        )
      }
    >
      <List<Input, Row>
        {...list}
        label={title}
        {...(mayAdd && form.isStart && { start: <Add label={form.label} onAdd={onAdd} /> })}
        {...(drawer && { drawer: (open) => drawer({ ...open, onEdit: setEdited }) })}
      />
      <Suspense>
        {form &&
          edited !== null &&
          form.render({ record: edited === 'new' ? null : edited, onClose: () => setEdited(null) })}
      </Suspense>
    </Page>
  );
}

function Add({ label, onAdd }: { label: string; onAdd(): void }) {
  return (
    <Button type="primary" onClick={onAdd}>
      {label}
    </Button>
  );
}
