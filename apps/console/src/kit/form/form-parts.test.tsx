import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Form } from 'antd';
import { createMemoryRouter, Link, RouterProvider } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { i18n, startI18n } from '../../lib/i18n.ts';
import { WireError } from '../../lib/wire.ts';
import { loadTexts } from '../../texts.ts';
import { ConfirmHost } from '../confirm-host.tsx';
import { TextInput } from '../text-input.ts';
import { FieldItem } from './field-item.tsx';
import { FormDrawer } from './form-drawer.tsx';
import { SchemaForm } from './schema-form.tsx';

const digit = z.string().regex(/^\d$/);
const letter = z.string().regex(/^[a-z]$/);
const part = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('digit'), value: digit }),
  z.strictObject({ kind: z.literal('letter'), value: letter }),
]);
const schema = z.strictObject({ name: z.string().min(1), parts: z.array(part) });
type Input = z.input<typeof schema>;

let sent: Input[];

beforeAll(() => startI18n(loadTexts));
beforeEach(async () => {
  sent = [];
  await i18n.changeLanguage('zh');
  await i18n.loadNamespaces(['kit', 'kit/form', 'common']);
});
afterEach(cleanup);

// antd puts a space between two Chinese characters of a button.
const buttons = (name: string) =>
  screen.getAllByRole('button', { name: new RegExp(`^${name.split('').join('\\s?')}$`) });
const press = (name: string, at: number) => fireEvent.click(buttons(name).at(at) as HTMLElement);
const said = (words: string) => waitFor(() => expect(document.body.textContent).toContain(words));

function Parts() {
  const parts = [
    { kind: 'digit', value: '1' },
    { kind: 'letter', value: 'a' },
  ];
  return (
    <Form.List name="parts" initialValue={parts}>
      {(lines) =>
        lines.map(({ key, name }) => (
          <div key={key}>
            <FieldItem
              path={['parts', name, 'kind']}
              label={`Kind ${name}`}
              schema={z.string()}
              listDepth={1}
            >
              {() => <TextInput />}
            </FieldItem>
            <FieldItem
              path={['parts', name, 'value']}
              label={`Value ${name}`}
              schema={name === 0 ? digit : letter}
              listDepth={1}
            >
              {() => <TextInput />}
            </FieldItem>
          </div>
        ))
      }
    </Form.List>
  );
}

function Shown({ error = null }: { error?: unknown }) {
  return (
    <>
      <SchemaForm
        id="form"
        schema={schema}
        work={{ isPending: false, error, mutate: (input) => sent.push(input) }}
        fields={(field) => (
          <>
            {field.text('name', 'Name', { initial: 'x' })}
            <Parts />
          </>
        )}
      />
      <button type="submit" form="form">
        Save
      </button>
    </>
  );
}

test('a part is asked for what another field decides, and the list is sent whole', async () => {
  render(<Shown />);
  fireEvent.change(screen.getByLabelText('Value 1'), { target: { value: '2' } });
  fireEvent.click(screen.getByText('Save'));
  await said('Value 1格式不正确');
  expect(sent).toEqual([]);
  fireEvent.change(screen.getByLabelText('Value 1'), { target: { value: 'b' } });
  fireEvent.click(screen.getByText('Save'));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent).toEqual([
    {
      name: 'x',
      parts: [
        { kind: 'digit', value: '1' },
        { kind: 'letter', value: 'b' },
      ],
    },
  ]);
});

test('what is said of a part, or of something in it, stands at its nearest field', async () => {
  const wire = { code: 406, httpStatus: 200, requestId: null, retryAfterSeconds: null };
  const issues = [
    { path: 'parts.1', message: '自相矛盾' },
    { path: 'parts.0.value.3.from', message: '不是时刻' },
    { path: 'others.1', message: '不在表单里' },
  ];
  const { rerender } = render(<Shown />);
  rerender(<Shown error={new WireError('自相矛盾', { ...wire, issues })} />);
  await said('Kind 1: 自相矛盾');
  await said('Value 0: 不是时刻');
  expect(document.body.textContent).not.toContain('不在表单里');
});

test('a long form asks before what was typed is lost, by its button and by a step elsewhere', async () => {
  const onClose = vi.fn();
  const drawer = (
    <>
      <ConfirmHost />
      <Link to="/other">Elsewhere</Link>
      <FormDrawer
        title="Long"
        isLong
        schema={schema}
        work={{ isPending: false, error: null, mutate: () => undefined }}
        fields={(field) => field.text('name', 'Name', { initial: 'x' })}
        onClose={onClose}
      />
    </>
  );
  const router = createMemoryRouter([
    { path: '/', element: drawer },
    { path: '/other', element: <p>Other screen</p> },
  ]);
  render(<RouterProvider router={router} />);
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'y' } });

  fireEvent.click(screen.getByText('Elsewhere'));
  await said('放弃未保存的内容？');
  press('取消', -1);
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('y');

  press('取消', 0);
  await waitFor(() => expect(buttons('放弃并离开')).not.toEqual([]));
  expect(onClose).not.toHaveBeenCalled();
  press('放弃并离开', -1);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

test('a long form in which nothing was typed closes at once', async () => {
  const onClose = vi.fn();
  const drawer = (
    <FormDrawer
      title="Long"
      isLong
      schema={schema}
      work={{ isPending: false, error: null, mutate: () => undefined }}
      fields={(field) => field.text('name', 'Name', { initial: 'x' })}
      onClose={onClose}
    />
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: drawer }])} />);
  press('取消', 0);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});
