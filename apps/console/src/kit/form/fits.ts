import type { z } from 'zod';

/** A rule of a form field: its value has to fit the contract. Text counts without the blanks around it, an empty field as absent. */
export function fits(schema: z.ZodType, message: string) {
  return {
    validator: async (_rule: unknown, value: unknown): Promise<void> => {
      const given = typeof value === 'string' ? value.trim() || undefined : (value ?? undefined);
      if (!schema.safeParse(given).success) throw new Error(message);
    },
  };
}

/** The props of a form field that can't stay empty, by the contract that its value has to fit. */
export function needed(schema: z.ZodType, message: string) {
  return { required: true, rules: [fits(schema, message)] };
}

/** The values of a form as the contract wants them: text without the blanks around it. */
export function trimmed<Values extends object>(values: Values): Values {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.trim() : value,
  ]);
  return Object.fromEntries(entries) as Values;
}
