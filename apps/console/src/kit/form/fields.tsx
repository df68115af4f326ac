import type { WordsOf } from '@xyxlx/contracts/words';
import { Form, Input, InputNumber, Select, type SelectProps, Switch } from 'antd';
import { lazy, type ReactNode, Suspense } from 'react';
import type { z } from 'zod';
import { enumOptions } from '../filters/enum-options.ts';
import { TextInput } from '../text-input.ts';
import { type Control, FieldItem, type FieldOptions } from './field-item.tsx';
import { MerchantInput } from './merchant-input.tsx';
import { MoneyInput } from './money-input.tsx';
import type { FieldPath } from './schema.ts';

const DayField = lazy(async () => ({ default: (await import('./day-field.tsx')).DayField }));
const MomentField = lazy(async () => ({ default: (await import('./day-field.tsx')).MomentField }));
const RegionField = lazy(async () => ({ default: (await import('./region-field.tsx')).RegionField }));
const LastDayField = lazy(async () => ({ default: (await import('./day-field.tsx')).LastDayField }));

type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : never;
type ValueOf<Schema, Name extends string> =
  InputOf<Schema> extends infer Values
    ? Values extends { [Key in Name]?: unknown }
      ? NonNullable<Values[Name]>
      : never
    : never;
/** The names of the fields that hold a value of a type: another name doesn't compile. */
export type NameOf<Schema, Value> = Schema extends z.ZodType
  ? {
      [Name in keyof z.input<Schema>]-?: NonNullable<z.input<Schema>[Name]> extends Value ? Name : never;
    }[keyof z.input<Schema>] &
      string
  : never;
interface TextOptions extends FieldOptions {
  inputMode?: 'numeric' | 'email';
  autoComplete?: string;
  /** A number or code: in figures of one width, never completed from what was typed elsewhere. */
  isCode?: boolean;
  /** Small letters become capitals as they are typed. */
  isUpper?: boolean;
  /** Shows how many characters stand there. */
  showCount?: boolean;
  /** A changed record shows it, but can't have another. */
  isShownFixed?: boolean;
}

type PickOptions = FieldOptions & Pick<SelectProps, 'options' | 'loading' | 'mode'>;
type TagOptions = FieldOptions & Pick<SelectProps, 'options' | 'tokenSeparators' | 'open'>;

/** What every control takes. */
function shown({ disabled, placeholder }: Control) {
  return { disabled, ...(placeholder !== undefined && { placeholder }) };
}

function lengthOf({ maxLength }: Control) {
  return maxLength === undefined ? {} : { maxLength };
}

const upper = (typed: unknown) => (typeof typed === 'string' ? typed.toUpperCase() : typed);
/** An emptied field of what is stored is one that was never filled in. */
const leftOut = (typed: unknown) => (typed === '' ? undefined : typed);
/** A cleared choice is none, not one that was never offered. */
const noneAsNull = (chosen: unknown) => chosen ?? null;

/**
 * The typed fields of a form. Each takes the name that the schema has for it, and its label; lengths, ranges and formats are
 * the schema's. `within` leads to a record inside the input whose fields they are.
 */
export function fieldsOf<Schema extends z.ZodObject>(within: FieldPath = []) {
  const at = (name: string) => [...within, name];
  const bound = (name: string, label: string) => ({ path: at(name), label });

  function text(name: NameOf<Schema, string>, label: string, options: TextOptions = {}): ReactNode {
    const { inputMode, isCode, isUpper, showCount, ...rest } = options;
    return (
      <FieldItem key={name} {...bound(name, label)} {...rest} {...(isUpper && { normalize: upper })}>
        {(control) => (
          <TextInput
            {...shown(control)}
            {...lengthOf(control)}
            {...(inputMode && { inputMode })}
            {...(isCode && { className: 'figures', autoComplete: 'off' })}
            {...(rest.autoComplete && { autoComplete: rest.autoComplete })}
            {...(showCount && { showCount })}
          />
        )}
      </FieldItem>
    );
  }

  return {
    text,
    /** A text of several lines, with how many characters stand there. */
    lines(
      name: NameOf<Schema, string>,
      label: string,
      options: FieldOptions & { rows?: number } = {},
    ): ReactNode {
      const { rows = 3, ...rest } = options;
      return (
        <FieldItem key={name} {...bound(name, label)} {...rest}>
          {(control) => (
            <Input.TextArea
              {...shown(control)}
              {...lengthOf(control)}
              showCount
              autoSize={{ minRows: rows, maxRows: 14 }}
            />
          )}
        </FieldItem>
      );
    },
    /** Personal data: a changed record shows it masked and keeps it where nothing is typed. */
    personal(name: NameOf<Schema, string>, label: string, options: TextOptions = {}): ReactNode {
      const { inputMode, ...rest } = options;
      return (
        <FieldItem key={name} {...bound(name, label)} {...rest} isKept normalize={leftOut}>
          {(control) => (
            <TextInput
              {...shown(control)}
              {...lengthOf(control)}
              {...(inputMode && { inputMode })}
              autoComplete="off"
              className="figures"
            />
          )}
        </FieldItem>
      );
    },
    /** Written and never read: what is typed isn't shown, and a changed record keeps its own where nothing is typed. */
    secret(name: NameOf<Schema, string>, label: string, options: TextOptions = {}): ReactNode {
      return (
        <FieldItem key={name} {...bound(name, label)} {...options} isKept normalize={leftOut}>
          {(control) => (
            <Input.Password
              {...shown(control)}
              {...lengthOf(control)}
              autoComplete={options.autoComplete ?? 'new-password'}
            />
          )}
        </FieldItem>
      );
    },
    /** An amount, typed in yuan and handed in as fen. */
    money(name: NameOf<Schema, number>, label: string, options: FieldOptions = {}): ReactNode {
      return (
        <FieldItem key={name} {...bound(name, label)} kind="money" {...options}>
          {(control) => <MoneyInput {...shown(control)} />}
        </FieldItem>
      );
    },
    /** A whole number. */
    number(name: NameOf<Schema, number>, label: string, options: FieldOptions = {}): ReactNode {
      return (
        <FieldItem key={name} {...bound(name, label)} kind="number" {...options}>
          {({ disabled, placeholder, min, max }) => (
            <InputNumber
              disabled={disabled}
              {...(placeholder !== undefined && { placeholder })}
              {...(min !== undefined && { min })}
              {...(max !== undefined && { max })}
              precision={0}
              style={{ width: '100%' }}
            />
          )}
        </FieldItem>
      );
    },
    /** A calendar day. */
    day(name: NameOf<Schema, string>, label: string, options: FieldOptions = {}): ReactNode {
      return (
        <FieldItem key={name} {...bound(name, label)} kind="choice" {...options}>
          {(control) => <Fetched as={DayField} {...shown(control)} />}
        </FieldItem>
      );
    },
    /** The last day of something whose end is an instant: the end of that day in Asia/Shanghai. */
    lastDay(name: NameOf<Schema, string>, label: string, options: FieldOptions = {}): ReactNode {
      return (
        <FieldItem key={name} {...bound(name, label)} kind="choice" {...options}>
          {(control) => <Fetched as={LastDayField} {...shown(control)} />}
        </FieldItem>
      );
    },
    /** A region by GB/T 2260. */
    region(name: NameOf<Schema, string>, label: string, options: FieldOptions = {}): ReactNode {
      return (
        <FieldItem key={name} {...bound(name, label)} kind="choice" {...options}>
          {(control) => <Fetched as={RegionField} {...shown(control)} />}
        </FieldItem>
      );
    },
    /** An instant to the minute, as it is in Asia/Shanghai. */
    moment(name: NameOf<Schema, string>, label: string, options: FieldOptions = {}): ReactNode {
      return (
        <FieldItem key={name} {...bound(name, label)} kind="choice" {...options}>
          {(control) => <Fetched as={MomentField} {...shown(control)} />}
        </FieldItem>
      );
    },
    /** One value of an enumeration, in the contract's words. */
    choice<Name extends NameOf<Schema, string>>(
      name: Name,
      label: string,
      words: WordsOf<ValueOf<Schema, Name> & string>,
      options: FieldOptions = {},
    ): ReactNode {
      return (
        <FieldItem key={name} {...bound(name, label)} kind="choice" {...options}>
          {(control) => <Select {...shown(control)} options={enumOptions(words)} />}
        </FieldItem>
      );
    },
    /** One or several of what somebody else keeps: companies, roles, departments. */
    pick(name: NameOf<Schema, string | string[]>, label: string, options: PickOptions): ReactNode {
      const { options: offered, loading, mode, ...rest } = options;
      return (
        <FieldItem
          key={name}
          {...bound(name, label)}
          kind="choice"
          {...rest}
          {...(!mode && { normalize: noneAsNull })}
        >
          {(control) => (
            <Select
              {...shown(control)}
              {...(mode && { mode })}
              allowClear={!mode && !control.isRequired}
              showSearch={{ optionFilterProp: 'label' }}
              loading={loading ?? false}
              options={offered ?? []}
            />
          )}
        </FieldItem>
      );
    },
    /** A merchant, found by number or name. */
    merchant(name: NameOf<Schema, string>, label: string, options: FieldOptions = {}): ReactNode {
      return (
        <FieldItem key={name} {...bound(name, label)} kind="choice" {...options}>
          {(control) => <MerchantInput {...shown(control)} />}
        </FieldItem>
      );
    },
    /** Words that are typed one after another. */
    tags(name: NameOf<Schema, string[]>, label: string, options: TagOptions = {}): ReactNode {
      const { options: offered, tokenSeparators, open, ...rest } = options;
      return (
        <FieldItem key={name} {...bound(name, label)} kind="choice" {...rest}>
          {(control) => (
            <Select
              {...shown(control)}
              mode="tags"
              {...(control.maxLength !== undefined && { maxCount: control.maxLength })}
              {...(tokenSeparators && { tokenSeparators })}
              {...(open === false && { open, suffixIcon: null })}
              showSearch={{ optionFilterProp: 'label' }}
              options={offered ?? []}
            />
          )}
        </FieldItem>
      );
    },
    flag(name: NameOf<Schema, boolean>, label: string, options: FieldOptions = {}): ReactNode {
      return (
        <FieldItem key={name} {...bound(name, label)} {...options} valuePropName="checked">
          {({ disabled }) => <Switch disabled={disabled} />}
        </FieldItem>
      );
    },
    /** A value that goes along unseen, such as the id of a record in a list. */
    constant(name: NameOf<Schema, string>, value: string): ReactNode {
      return (
        <Form.Item key={name} name={at(name)} initialValue={value} hidden>
          <TextInput />
        </Form.Item>
      );
    },
    /** A control of the form's own, which takes `id`, `value` and `onChange`. */
    custom(
      name: NameOf<Schema, unknown>,
      label: string,
      control: ReactNode,
      options: FieldOptions = {},
    ): ReactNode {
      return (
        <FieldItem key={name} {...bound(name, label)} kind="choice" {...options}>
          {() => control}
        </FieldItem>
      );
    },
  };
}

export type Fields<Schema extends z.ZodObject> = ReturnType<typeof fieldsOf<Schema>>;

interface DayProps {
  id?: string;
  disabled?: boolean;
  placeholder?: string;
  value?: string | undefined;
  onChange?(value: string | undefined): void;
}

/** A control whose code is fetched when a form shows it: a calendar or the regions weigh more than the other fields together. */
function Fetched({ as: Control, ...props }: DayProps & { as: typeof DayField }) {
  return (
    <Suspense fallback={<TextInput disabled />}>
      <Control {...props} />
    </Suspense>
  );
}
