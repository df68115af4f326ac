import type { Option } from '@xyxlx/contracts/option';
import type { Words, WordsOf } from '@xyxlx/contracts/words';
import type { ReactNode } from 'react';
import { labelText } from '../../lib/label.ts';
import { amountText, countText } from '../../lib/money.ts';
import { stampText } from '../../lib/stamp.ts';
import { minuteText, momentText } from '../../lib/time.ts';
import { CopyButton } from '../copy-button.tsx';
import { MaskedText } from '../masked-text.tsx';
import { Money } from '../money.tsx';
import { RecordLink } from '../record-link.tsx';
import { StateTag } from '../state-tag.tsx';
import type { Column } from './column.ts';

type Options = Partial<Pick<Column<never>, 'optional' | 'width' | 'wraps' | 'wide'>>;
type CustomOptions = Options & Partial<Pick<Column<never>, 'align' | 'atEnd'>>;
type Value<Row, T> = (row: Row) => T | null | undefined;

/** What stands where a record has nothing. */
const nothing = '—';

/** The typed columns of a list, and the facts of a record in its drawer. Each takes the sort field or name, the title, and how to read a row. */
export function cellsOf<Row>() {
  return {
    /** Names the record and opens it. */
    name(key: string, title: string, value: (row: Row) => ReactNode, options?: Options): Column<Row> {
      return { key, title, ...options, opens: true, render: value };
    },
    /** Names the record by when it was. */
    nameMoment(key: string, title: string, value: (row: Row) => string): Column<Row> {
      return {
        key,
        title,
        opens: true,
        render: (row) => <span className="figures">{momentText(value(row))}</span>,
      };
    },
    /** Stands first and always, and opens the record by a part of its own. */
    place(key: string, title: string, render: (row: Row) => ReactNode): Column<Row> {
      return { key, title, leads: true, render };
    },
    /** Whatever the others are not. */
    custom(
      key: string,
      title: string,
      render: (row: Row) => ReactNode,
      options?: CustomOptions,
    ): Column<Row> {
      return { key, title, ...options, render };
    },
    text(key: string, title: string, value: Value<Row, string>, options?: Options): Column<Row> {
      return { key, title, ...options, render: (row) => value(row) || nothing };
    },
    /** Another record by its name, as the way to it for who may open it; `type` as the screens name it. */
    record(
      key: string,
      title: string,
      type: string,
      value: Value<Row, Option>,
      options?: Options,
    ): Column<Row> {
      return {
        key,
        title,
        ...options,
        render: (row) => {
          const record = value(row);
          return record ? <RecordLink type={type} {...record} /> : nothing;
        },
      };
    },
    /** A number or code, in figures of one width. */
    figures(key: string, title: string, value: Value<Row, string>, options?: Options): Column<Row> {
      return {
        key,
        title,
        ...options,
        render: (row) => <span className="figures">{value(row) || nothing}</span>,
      };
    },
    count(key: string, title: string, value: Value<Row, number>, options?: Options): Column<Row> {
      return {
        key,
        title,
        ...options,
        align: 'end',
        render: (row) => {
          const count = value(row);
          return typeof count === 'number' ? countText(count) : nothing;
        },
      };
    },
    /** An amount in fen, shown in yuan. */
    money(
      key: string,
      title: string,
      value: Value<Row, number>,
      { difference = false, ...options }: Options & { difference?: boolean } = {},
    ): Column<Row> {
      return {
        key,
        title,
        ...options,
        align: 'money',
        render: (row) => {
          const fen = value(row);
          return typeof fen === 'number' ? <Money fen={fen} difference={difference} /> : nothing;
        },
      };
    },
    /** A state in its words and tone. */
    state<State extends string>(
      key: string,
      title: string,
      words: WordsOf<State>,
      value: Value<Row, State>,
      options?: Options,
    ): Column<Row> {
      return {
        key,
        title,
        ...options,
        render: (row) => {
          const state = value(row);
          return state ? <StateTag words={words[state]} /> : nothing;
        },
      };
    },
    /** A kind in its words. */
    kind<Kind extends string>(
      key: string,
      title: string,
      words: WordsOf<Kind>,
      value: Value<Row, Kind>,
      options?: Options,
    ): Column<Row> {
      return { key, title, ...options, render: (row) => kindText(words, value(row)) };
    },
    /** Personal data, as the server masked it. */
    masked(key: string, title: string, value: Value<Row, string>, options?: Options): Column<Row> {
      return {
        key,
        title,
        ...options,
        render: (row) => {
          const text = value(row);
          return text ? <MaskedText value={text} /> : nothing;
        },
      };
    },
    /** A number or code that is copied elsewhere. */
    code(key: string, title: string, value: Value<Row, string>, options?: Options): Column<Row> {
      return {
        key,
        title,
        ...options,
        render: (row) => {
          const code = value(row);
          if (!code) return nothing;
          return (
            <span className="figures">
              {code} <CopyButton value={code} />
            </span>
          );
        },
      };
    },
    /** An amount in fen that stands by itself, outside tables: with its sign. */
    amount(key: string, title: string, value: Value<Row, number>, options?: Options): Column<Row> {
      return {
        key,
        title,
        ...options,
        render: (row) => {
          const fen = value(row);
          return <span className="figures">{typeof fen === 'number' ? amountText(fen) : nothing}</span>;
        },
      };
    },
    /** An instant to the minute, in Asia/Shanghai. */
    minute: instantOf<Row>(minuteText),
    /** An instant to the second, in Asia/Shanghai. */
    moment: instantOf<Row>(momentText),
    /** When something was done, and by whom. */
    stamp(
      key: string,
      title: string,
      at: Value<Row, string>,
      by: Value<Row, string>,
      options?: Options,
    ): Column<Row> {
      return {
        key,
        title,
        ...options,
        render: (row) => stampText(at(row) ?? null, by(row) ?? null) ?? nothing,
      };
    },
  };
}

export type Cells<Row> = ReturnType<typeof cellsOf<Row>>;

function instantOf<Row>(text: (instant: string) => string) {
  return (key: string, title: string, value: Value<Row, string>, options?: Options): Column<Row> => ({
    key,
    title,
    ...options,
    render: (row) => {
      const instant = value(row);
      return <span className="figures">{instant ? text(instant) : nothing}</span>;
    },
  });
}

function kindText<Kind extends string>(
  words: Readonly<Record<Kind, Words>>,
  kind: Kind | null | undefined,
): string {
  return kind ? labelText(words[kind]) : nothing;
}

/** The tenant of a record, for whoever sees several. */
export function tenantColumn<Row>(title: string): Column<Row> {
  const read = (row: Row) => (row as { tenant?: Option | null }).tenant?.name;
  return { key: 'tenant', title, width: 150, render: (row) => read(row) || nothing };
}
