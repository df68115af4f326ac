import type { Endpoint } from '@xyxlx/contracts/endpoint';
import { businessTimeHeader, wirePrefix } from '@xyxlx/contracts/wire';
import { z } from 'zod';
import { codeMeanings } from './codes.ts';
import { type Described, describedEndpoints } from './endpoints.ts';
import { exampleOf, type JsonSchema } from './example-of.ts';

type Json = Record<string, unknown>;

/** The whole wire as an OpenAPI 3.1 document, computed from the contracts. */
export function openApi(devTools: boolean): Json {
  const described = describedEndpoints(devTools);
  return {
    openapi: '3.1.0',
    info: {
      title: '预付卡与额度管理平台 API',
      version: '1.0.0',
      description: [
        'Every answer but a download is the envelope `{code, success, msg, result}`.',
        ...codeMeanings.map(
          ({ code, meaning, advice }) => `- **${code}** ${meaning.zh} / ${meaning.en}. ${advice.en}.`,
        ),
      ].join('\n'),
    },
    servers: [{ url: wirePrefix }],
    tags: [...new Set(described.map(({ area }) => area))].map((name) => ({ name })),
    paths: Object.fromEntries(described.map((one) => [`/${one.path}`, pathItem(one)])),
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The bare token; `Bearer <token>` is accepted too.',
        },
        ...signingSchemes,
      },
      parameters: {
        Resourcestype: header('Resourcestype', 'The kind of client', { const: 'PC' }),
        AcceptLanguage: header('Accept-Language', 'The language of `msg`', {
          enum: ['zh', 'en'],
          default: 'zh',
        }),
        IdempotencyKey: header(
          'Idempotency-Key',
          'The same key and body replays the first answer; the same key with another body is 406',
          { type: 'string', minLength: 1, maxLength: 200 },
        ),
      },
      responses: failures(),
    },
  };
}

/** The headers of a signed call; docs/channels.md has them at work. */
const signingSchemes = {
  channelId: scheme('X-Channel-Id', "The binding's id."),
  timestamp: scheme('X-Timestamp', 'Seconds since 1970, at most 300 from the time of this service.'),
  nonce: scheme('X-Nonce', '16–64 letters, digits, `_` or `-`, another one for each call.'),
  signature: scheme(
    'X-Signature',
    "Hex HMAC-SHA256, with the binding's callback secret, of the time stamp, the nonce, the path with `/xyxlx` and the hex SHA-256 of the body, a line feed between each two.",
  ),
};

function scheme(name: string, description: string): Json {
  return { type: 'apiKey', in: 'header', name, description };
}

function securityOf(access: Endpoint['access']): Json[] {
  if (access === 'public') return [];
  if (access !== 'signed') return [{ token: [] }];
  return [Object.fromEntries(Object.keys(signingSchemes).map((name) => [name, []]))];
}

function pathItem(one: Described): Json {
  const { kind } = one.definition;
  const post = operation(one, requestBody(one));
  if (kind !== 'query' && kind !== 'download') return { post };
  return { get: { ...operation(one), operationId: `${one.area}_${one.action}_get` }, post };
}

function operation({ area, action, definition }: Described, body?: Json): Json {
  const { access, permission, idempotent, summary } = definition;
  const isLogin = action.includes('login');
  const parameters = [
    ...(isLogin || access === 'signed' ? [] : [reference('Resourcestype')]),
    reference('AcceptLanguage'),
    ...(idempotent ? [reference('IdempotencyKey')] : []),
    ...(body ? [] : queryParameters(definition)),
  ];
  return {
    operationId: `${area}_${action}`,
    tags: [area],
    summary: summary.zh,
    description: [summary.en, permission && `Permission: \`${permission}\`.`].filter(Boolean).join('. '),
    ...(permission && { 'x-permission': permission }),
    'x-access': access,
    security: securityOf(access),
    parameters,
    ...(body && { requestBody: body }),
    responses: {
      '200': success(definition),
      ...Object.fromEntries(
        codeMeanings
          .filter(({ httpStatus }) => httpStatus !== 200)
          .map(({ httpStatus }) => [
            String(httpStatus),
            { $ref: `#/components/responses/Http${httpStatus}` },
          ]),
      ),
    },
  };
}

function requestBody({ definition }: Described): Json {
  const schema = schemaOf(definition.input, 'input');
  if (definition.kind === 'upload') {
    const properties = { ...schema.properties, file: { type: 'string', format: 'binary' } };
    const required = [...(schema.required ?? []), 'file'];
    return {
      required: true,
      content: { 'multipart/form-data': { schema: { ...schema, properties, required } } },
    };
  }
  const content: Json = {
    'application/json': {
      schema,
      examples: {
        required: { summary: 'Only what is required', value: exampleOf(schema, '', false) },
        full: { summary: 'Every field', value: exampleOf(schema) },
      },
    },
  };
  if (definition.kind === 'download') content['application/x-www-form-urlencoded'] = { schema };
  return { required: false, content };
}

function queryParameters({ input }: Endpoint): Json[] {
  const { properties = {}, required = [] } = schemaOf(input, 'input');
  return Object.entries(properties).map(([name, schema]) => {
    const isJson = schema.type === 'object' || schema.type === 'array';
    return {
      name,
      in: 'query',
      required: required.includes(name),
      ...(isJson ? { content: { 'application/json': { schema } } } : { schema }),
    };
  });
}

/** HTTP 200: the result, or one of the codes that travel with it. */
function success({ kind, output }: Endpoint): Json {
  const inBody = codeMeanings.filter(({ code, httpStatus }) => httpStatus === 200 && code !== 200);
  const refused = Object.fromEntries(
    inBody.map(({ code, meaning, example }) => [
      String(code),
      { summary: meaning.en, value: { code, success: false, ...example } },
    ]),
  );
  const result = schemaOf(output, 'output');
  const envelope = envelopeOf(result);
  if (kind === 'download') {
    return {
      description: 'The file; a download that fails answers the envelope instead',
      headers: { 'Content-Disposition': { schema: { type: 'string' } } },
      content: {
        'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
        'application/json': { schema: envelope, examples: refused },
      },
    };
  }
  const done = { summary: 'Done', value: { code: 200, success: true, msg: '', result: exampleOf(result) } };
  return {
    description: 'Done (200), or refused in the body: 402, 403, 406',
    headers: {
      'X-Request-Id': { schema: { type: 'string' } },
      [businessTimeHeader]: { schema: { type: 'string', format: 'date-time' } },
    },
    content: { 'application/json': { schema: envelope, examples: { '200': done, ...refused } } },
  };
}

function failures(): Json {
  return Object.fromEntries(
    codeMeanings
      .filter(({ httpStatus }) => httpStatus !== 200)
      .map(({ code, httpStatus, meaning, example }) => [
        `Http${httpStatus}`,
        {
          description: `${meaning.zh} / ${meaning.en}`,
          content: {
            'application/json': {
              schema: envelopeOf({}),
              examples: { [code]: { value: { code, success: false, ...example } } },
            },
          },
        },
      ]),
  );
}

function envelopeOf(result: JsonSchema): Json {
  return {
    type: 'object',
    properties: {
      code: { type: 'integer' },
      success: { type: 'boolean' },
      msg: { type: 'string' },
      result: { anyOf: [result, { type: 'null' }] },
    },
    required: ['code', 'success', 'msg', 'result'],
    additionalProperties: false,
  };
}

/** The schema of a contract as JSON Schema, the dialect of OpenAPI 3.1. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest as JsonSchema;
}

function header(name: string, description: string, schema: Json): Json {
  return { name, in: 'header', description, schema: { type: 'string', ...schema } };
}

function reference(name: string): Json {
  return { $ref: `#/components/parameters/${name}` };
}
