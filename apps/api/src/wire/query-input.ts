import { z } from 'zod';

type JsonSchema = { type?: string; properties?: Record<string, JsonSchema>; required?: string[] };

/** Makes the reader of one endpoint's text input (a query string, a form): numbers, booleans and lists become what the contract says they are. */
export function textInputReader(schema: z.ZodType): (fields: Record<string, unknown>) => unknown {
  // Made when it is first needed: for all endpoints at once it would hold up each start.
  let made: Shape | undefined;
  return (fields) => {
    made ??= shapeOf(schema);
    const { properties, required } = made;
    // Forms send what nobody filled in as an empty text.
    const isLeftOut = (name: string, value: unknown) =>
      value === '' && properties.has(name) && !required.has(name);
    return Object.fromEntries(
      [...withoutBrackets(fields)]
        .filter(([name, value]) => !isLeftOut(name, value))
        .map(([name, value]) => [name, readText(properties.get(name), value)]),
    );
  };
}

interface Shape {
  properties: ReadonlyMap<string, JsonSchema>;
  required: ReadonlySet<string>;
}

function shapeOf(schema: z.ZodType): Shape {
  const { properties = {}, required } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  }) as JsonSchema;
  return { properties: new Map(Object.entries(properties)), required: new Set(required) };
}

/** `state[]=A` and `sort[field]=name`, as common clients write lists and objects. */
function withoutBrackets(fields: Record<string, unknown>): Map<string, unknown> {
  const plain = new Map<string, unknown>();
  for (const [name, value] of Object.entries(fields)) {
    const [, outer, inner] = /^([^[\]]+)\[([^[\]]*)\]$/.exec(name) ?? [];
    if (outer === undefined) plain.set(name, value);
    else if (!inner) plain.set(outer, Array.isArray(value) ? value : [value]);
    else plain.set(outer, { ...(plain.get(outer) as object), [inner]: value });
  }
  return plain;
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
