import { BlockList, isIP } from 'node:net';
import type { FastifyServerOptions } from 'fastify';
import { z } from 'zod';

/** Who may say where a request comes from: nobody, the nearest so many proxies, or those with an address in these networks. */
export type TrustedProxies = false | number | string[];

const mostHops = 10;

/** `TRUST_PROXY` as the environment has it; `true` is the one proxy in front, never everybody who sends the header. */
export const trustedProxies = z.string().transform((text, issues): TrustedProxies => {
  if (text === 'false') return false;
  if (text === 'true') return 1;
  if (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= mostHops) return Number(text);
  const networks = text.split(',').map((network) => network.trim());
  if (networks.every(isNetwork)) return networks;
  issues.addIssue(
    `must be false, the number of proxies in front (1…${mostHops}) or their networks, such as 10.0.0.0/8,192.168.1.7`,
  );
  return z.NEVER;
});

function isNetwork(text: string): boolean {
  const [address = '', bits] = text.split('/');
  const version = isIP(address);
  if (version === 0 || text.split('/').length > 2) return false;
  if (bits === undefined) return true;
  // A network of everybody would be the client's own word.
  if (!/^[1-9]\d*$/.test(bits)) return false;
  try {
    new BlockList().addSubnet(address, Number(bits), version === 4 ? 'ipv4' : 'ipv6');
    return true;
  } catch {
    return false;
  }
}

/** The same for Fastify, which itself trusts nobody where it is given a number. */
export function trustOf(proxies: TrustedProxies): FastifyServerOptions['trustProxy'] & {} {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies;
}
