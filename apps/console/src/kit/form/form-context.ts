import { createContext, useContext } from 'react';
import type { z } from 'zod';
import type { FieldPath } from './schema.ts';

/** The fields that a form shows, by their paths: where each stands and what it is called. */
export type ShownFields = Map<string, { path: FieldPath; label: string }>;

/** What the fields of a form know of it. */
interface FormContext {
  schema: z.ZodObject;
  /** The record that is changed, whose values the fields start with. */
  record: object | null;
  fields: ShownFields;
  guard: Guard | undefined;
}

/** Fields that only a checker changes. */
export interface Guard {
  names: readonly string[];
  /** A change waits: until it is decided they stay as they are. */
  isWaiting: boolean;
}

const Context = createContext<FormContext | null>(null);
export const FormContextProvider = Context.Provider;

/** The form around a field. */
export function useFormContext(): FormContext {
  const context = useContext(Context);
  if (!context) throw new Error('A field stands outside its form');
  return context;
}
