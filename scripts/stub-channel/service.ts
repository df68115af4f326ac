import { demoPassword } from '@xyxlx/database/seed/accounts';

/** The demo account that binds the stub and reads who can pay. */
const administrator = '13800000001';

/** Calls the local service as its demo administrator. */
export interface Service {
  url: string;
  /** The result of a call; throws a sentence where it was refused. */
  call<T>(endpoint: string, input?: object): Promise<T>;
}

interface Envelope<T> {
  success: boolean;
  msg: string;
  result: T;
}

/** Signs in at the service; throws a sentence where it doesn't answer or has no demo accounts. */
export async function signIn(url: string): Promise<Service> {
  let token = '';
  const post = async <T>(endpoint: string, input: object): Promise<Envelope<T>> => {
    const answer = await fetch(`${url}/xyxlx/${endpoint}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: token }) },
      body: JSON.stringify(input),
    }).catch(() => {
      throw new Error(`Nothing answers at ${url}: start the service first (npm start).`);
    });
    return (await answer.json()) as Envelope<T>;
  };
  const enter = async () => {
    token = '';
    const login = { mobile: administrator, password: demoPassword };
    const { success, msg, result } = await post<{ token: string } | null>('userAccount/login', login);
    if (!success || !result) throw new Error(`The demo account ${administrator} can't sign in: ${msg}`);
    token = result.token;
  };
  await enter();
  return {
    url,
    call: async <T>(endpoint: string, input: object = {}) => {
      let answer = await post<T>(endpoint, input);
      if (!answer.success) {
        // The session may have ended while nobody looked at the page.
        await enter();
        answer = await post<T>(endpoint, input);
      }
      if (!answer.success) throw new Error(`${endpoint}: ${answer.msg}`);
      return answer.result;
    },
  };
}
