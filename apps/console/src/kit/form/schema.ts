import { longest } from '@xyxlx/contracts/fields';
import { z } from 'zod';

/** Where a field stands in what the form hands in: `['administrator', 'name']`, `['deliveries', 0, 'carrier']`. */
export type FieldPath = readonly (string | number)[];

/** The path of a field as the wire writes it: `deliveries.0.carrier`. */
export function pathOf(written: string): FieldPath {
  return written.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

/** What a schema says of a field before anything is typed. */
export interface Constraints {
  isRequired: boolean;
  /** The most characters of a text, or entries of a list. */
  maxLength?: number | undefined;
  /** The least and the greatest number. */
  min?: number | undefined;
  max?: number | undefined;
}

/** The schema inside what makes it optional, nullable or gives it a default. */
export function bare(schema: z.ZodType): z.ZodType {
  const isWrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  return isWrapped ? bare(schema.unwrap() as z.ZodType) : schema;
}

/** The schema of a field; undefined where the form's schema doesn't ask for it. */
export function schemaAt(schema: z.ZodType, [step, ...rest]: FieldPath): z.ZodType | undefined {
  if (step === undefined) return schema;
  const whole = bare(schema);
  const part = whole instanceof z.ZodObject ? whole.shape[step] : undefined;
  const inside = whole instanceof z.ZodArray ? whole.element : part;
  return inside && schemaAt(inside as z.ZodType, rest);
}

/** How long, how many and how much a field may be, and whether it may stay empty. */
export function constraintsOf(schema: z.ZodType): Constraints {
  const inner = bare(schema);
  const isRequired = !schema.safeParse(given(schema, undefined)).success;
  if (inner instanceof z.ZodString || inner instanceof z.ZodStringFormat) {
    return { isRequired, maxLength: longest(inner) };
  }
  if (inner instanceof z.ZodNumber) {
    return { isRequired, min: inner.minValue ?? undefined, max: inner.maxValue ?? undefined };
  }
  const bag = inner._zod.bag as { maximum?: number };
  return { isRequired, maxLength: bag.maximum };
}

/**
 * What stands in a field as its schema takes it: a text without the blanks around it, and for an empty field whatever the
 * schema has for nothing. Undefined leaves the field out.
 */
export function given(schema: z.ZodType, typed: unknown): unknown {
  const value = typeof typed === 'string' ? typed.trim() : typed;
  if (value !== undefined && value !== null && value !== '') {
    const inner = bare(schema);
    return inner instanceof z.ZodObject ? inputOf(inner, value as object) : listOf(inner, value);
  }
  const isLeftOut = value === undefined && schema.safeParse(undefined).success;
  if (isLeftOut) return undefined;
  if (schema.safeParse(null).success) return null;
  const inner = bare(schema);
  if (inner instanceof z.ZodArray) return schema.safeParse(undefined).success ? undefined : [];
  return inner instanceof z.ZodBoolean ? false : undefined;
}

/** What a form hands in: the values of its fields, and what it knows without asking. */
export function inputOf<Schema extends z.ZodObject>(
  schema: Schema,
  typed: object,
  known: object = {},
): z.input<Schema> {
  const all: Record<string, unknown> = { ...typed, ...known };
  const entries = Object.entries(schema.shape).map(([name, field]) => [
    name,
    given(field as z.ZodType, all[name]),
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as z.input<Schema>;
}

// Entries that are records have fields of their own; names and ids are as they were chosen.
function listOf(schema: z.ZodType, value: unknown): unknown {
  if (!(schema instanceof z.ZodArray) || !Array.isArray(value)) return value;
  const { element } = schema;
  return element instanceof z.ZodObject ? value.map((entry) => inputOf(element, entry)) : value;
}
