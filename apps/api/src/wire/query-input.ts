import { z } from 'zod';

type JsonSchema = { type?: string; properties?: Record<string, JsonSchema>; anyOf?: JsonSchema[] };

/** Makes the reader of one endpoint's text input (a query string, a form): numbers, booleans and lists become what the contract says they are. */
export function textInputReader(schema: z.ZodType): (fields: Record<string, unknown>) => unknown {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return (fields) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, readText(properties[name], value)]),
    );
}

function readText(schema: JsonSchema | undefined, value: unknown): unknown {
  if (schema?.type === 'array' && Array.isArray(value)) return value;
  if (typeof value !== 'string' || !schema) return value;
  switch (schema.type) {
    case 'integer':
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value;
    case 'array':
      return value.startsWith('[') ? parsed(value) : [value];
    case 'object':
      return parsed(value);
    default:
      return value;
  }
}

/** JSON where the text is JSON, otherwise the text, which the contract then refuses in words. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
