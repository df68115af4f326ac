/** The status and text of an answer. */
export async function send(
  url: string,
  endpoint: string,
  token: string,
  input: object,
  kind: string,
): Promise<string> {
  const body = kind === 'upload' ? formOf(input) : JSON.stringify(input);
  const answer = await fetch(`${url}/xyxlx/${endpoint}`, {
    method: 'POST',
    headers: {
      Authorization: token,
      Resourcestype: 'PC',
      ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
    },
    body,
  });
  return `${answer.status} ${await answer.text()}`;
}

function formOf(input: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) form.set(name, String(value));
  form.set('file', new Blob(['工号,姓名,新额度（元）\nX,Y,1\n']), 'x.csv');
  return form;
}
