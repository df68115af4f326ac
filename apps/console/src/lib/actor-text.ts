import { actorName } from './stamp.ts';

/** An actor's name, with the tenant they come from where it is not the record's. */
export function actorText({ name, tenant }: { name: string; tenant: { name: string } | null }): string {
  return tenant ? `${actorName(name)} · ${tenant.name}` : actorName(name);
}
