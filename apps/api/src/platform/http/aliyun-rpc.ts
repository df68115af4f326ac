import { createHmac, randomUUID } from 'node:crypto';

interface AliyunCredentials {
  accessKeyId: string;
  accessKeySecret: string;
}

/** Calls an Alibaba Cloud RPC API with signature version 1.0 (HMAC-SHA1 over the sorted parameters); throws when it doesn't answer in 5 s. */
export async function callAliyun(
  endpoint: string,
  credentials: AliyunCredentials,
  action: string,
  version: string,
  parameters: Record<string, string>,
  now: Date,
): Promise<unknown> {
  const signed = sign(
    {
      Format: 'JSON',
      Version: version,
      AccessKeyId: credentials.accessKeyId,
      SignatureMethod: 'HMAC-SHA1',
      Timestamp: `${now.toISOString().slice(0, 19)}Z`,
      SignatureVersion: '1.0',
      SignatureNonce: randomUUID(),
      Action: action,
      ...parameters,
    },
    credentials.accessKeySecret,
  );
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: signed,
    signal: AbortSignal.timeout(5000),
  });
  if (!response.ok) throw new Error(`${action} answered ${response.status}`);
  return response.json();
}

/** The form body with its signature. */
function sign(parameters: Record<string, string>, secret: string): string {
  const canonical = Object.keys(parameters)
    .sort()
    .map((name) => `${encode(name)}=${encode(parameters[name] as string)}`)
    .join('&');
  const signature = createHmac('sha1', `${secret}&`)
    .update(`POST&${encode('/')}&${encode(canonical)}`)
    .digest('base64');
  return `${canonical}&Signature=${encode(signature)}`;
}

/** RFC 3986, stricter than encodeURIComponent. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
