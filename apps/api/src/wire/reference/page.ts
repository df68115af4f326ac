import { builtInRoles } from '@xyxlx/contracts/built-in-roles';
import type { Label } from '@xyxlx/contracts/endpoint';
import { givenBy, type Permission, permissionTree } from '@xyxlx/contracts/permissions';
import { wirePrefix } from '@xyxlx/contracts/wire';
import { codeMeanings } from './codes.ts';
import { type Described, describedEndpoints } from './endpoints.ts';
import { exampleOf } from './example-of.ts';
import { schemaOf } from './open-api.ts';

const style = `
:root{color-scheme:light dark;--line:#8884;--soft:#8882;--link:#0958d9}
@media(prefers-color-scheme:dark){:root{--link:#69b1ff}}
body{font:15px/1.6 system-ui,"Noto Sans SC",sans-serif;margin:0;display:grid;grid-template-columns:15rem minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1rem;border-right:1px solid var(--line);box-sizing:border-box}
nav ul{list-style:none;padding:0;margin:0}main{padding:1rem 2rem;max-width:70rem}a{color:var(--link)}
details{border:1px solid var(--line);border-radius:6px;margin:.5rem 0;padding:.4rem .8rem}summary{cursor:pointer}
code,pre{font:13px/1.5 ui-monospace,monospace}pre{background:var(--soft);padding:.6rem;border-radius:6px;overflow:auto;max-height:26rem}
table{border-collapse:collapse;display:block;overflow:auto}td,th{border:1px solid var(--line);padding:.3rem .6rem;text-align:left;vertical-align:top}
.tag{border:1px solid var(--line);border-radius:4px;padding:0 .4rem;font-size:12px;margin-left:.4rem}
@media(max-width:50rem){body{display:block}nav{position:static;height:auto}}`;

/** The reference as one page without scripts: areas, endpoints, schemas, examples and codes. */
export function referencePage(devTools: boolean): string {
  const areas = Map.groupBy(describedEndpoints(devTools), ({ area }) => area);
  const nav = [...areas.keys()].map((area) => `<li><a href="#${area}">${area}</a></li>`).join('');
  const sections = [...areas].map(
    ([area, list]) => `<section><h2 id="${area}">${area}</h2>${list.map(endpointHtml).join('')}</section>`,
  );
  return page(
    'API 参考 / API reference',
    `<ul><li><a href="#codes">返回码 / Codes</a></li>${nav}</ul>`,
    `<h1>API 参考 / API reference</h1>
    <p>由契约生成。机器可读：<a href="/openapi.json">openapi.json</a>（OpenAPI 3.1）；<a href="/docs/permissions">权限表 / Permissions</a>。<br>
    Generated from the contracts. Calls are <code>POST ${wirePrefix}/&lt;area&gt;/&lt;action&gt;</code> with a JSON body; those that only read also answer GET.
    Send <code>Authorization: &lt;token&gt;</code> and <code>Resourcestype: PC</code>, except to URLs that contain <code>login</code>.<br>
    标有 <code>signed</code> 的接口由已绑定的渠道以回调密钥签名调用。 A channel calls those marked <code>signed</code> and signs each call with its callback secret:
    <code>X-Channel-Id</code>, <code>X-Timestamp</code>, <code>X-Nonce</code>, <code>X-Signature</code>.</p>
    ${codesHtml()}${sections.join('')}`,
  );
}

/** Who may do what: every permission, the built-in roles that have it, and the calls that need it. */
export function permissionsPage(devTools: boolean): string {
  const endpoints = describedEndpoints(devTools);
  const groups = Object.entries(permissionTree);
  const rows = groups.map(([group, { label, actions }]) => {
    const lines = Object.entries<Label>(actions).map(([action, words]) => {
      const permission = `${group}.${action}` as Permission;
      const roles = builtInRoles.filter((role) =>
        (role.permissions as readonly Permission[]).some((held) => givenBy(permission).includes(held)),
      );
      const calls = endpoints.filter(({ definition }) => definition.permission === permission);
      return `<tr><td><code>${permission}</code></td><td>${both(words)}</td>
        <td>${roles.map(({ name }) => text(name.zh)).join('、')}</td>
        <td>${calls.map(({ path }) => `<a href="/docs#${path}"><code>${path}</code></a>`).join('<br>')}</td></tr>`;
    });
    return `<h2 id="${group}">${both(label)}</h2>
      <table><tr><th>权限 / Permission</th><th>含义 / Meaning</th><th>内置角色 / Built-in roles</th><th>接口 / Calls</th></tr>${lines.join('')}</table>`;
  });
  return page(
    '权限表 / Permissions',
    `<ul><li><a href="/docs">API</a></li>${groups.map(([group]) => `<li><a href="#${group}">${group}</a></li>`).join('')}</ul>`,
    `<h1>权限表 / Permissions</h1>${rows.join('')}`,
  );
}

function endpointHtml({ path, definition }: Described): string {
  const { kind, access, permission, idempotent, summary, input, output } = definition;
  const inputSchema = schemaOf(input, 'input');
  const tags = [kind, access, permission, idempotent && 'Idempotency-Key'].filter(Boolean);
  const result =
    kind === 'download'
      ? '<p>文件 / A file</p>'
      : `<h4>result</h4>${json(exampleOf(schemaOf(output, 'output')))}${folded('Schema', schemaOf(output, 'output'))}`;
  return `<details id="${path}"><summary><code>${path}</code> ${text(summary.zh)}
    ${tags.map((tag) => `<span class="tag">${text(String(tag))}</span>`).join('')}</summary>
    <p>${text(summary.en)}</p><h4>输入 / Input${kind === 'upload' ? '（multipart，另有 file）' : ''}</h4>
    ${json(exampleOf(inputSchema))}${folded('Schema', inputSchema)}${result}</details>`;
}

function codesHtml(): string {
  const rows = codeMeanings.map(
    ({ code, httpStatus, meaning, advice, example }) =>
      `<tr><td>${code}</td><td>${httpStatus}</td><td>${both(meaning)}</td><td>${both(advice)}</td>
       <td><code>${text(JSON.stringify({ code, success: code === 200, ...example }))}</code></td></tr>`,
  );
  return `<h2 id="codes">返回码 / Codes</h2><table><tr><th>code</th><th>HTTP</th><th>含义 / Meaning</th><th>处理 / Advice</th><th>例 / Example</th></tr>${rows.join('')}</table>`;
}

function page(title: string, nav: string, main: string): string {
  return `<!doctype html><html lang="zh"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${style}</style></head><body><nav>${nav}</nav><main>${main}</main></body></html>`;
}

function folded(title: string, value: unknown): string {
  return `<details><summary>${title}</summary>${json(value)}</details>`;
}

function json(value: unknown): string {
  return `<pre>${text(JSON.stringify(value, null, 2))}</pre>`;
}

function both({ zh, en }: Label): string {
  return `${text(zh)}<br>${text(en)}`;
}

function text(words: string): string {
  return words.replace(
    /[&<>"]/g,
    (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char] as string,
  );
}
