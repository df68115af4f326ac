import { builtInRoles } from '@xyxlx/contracts/built-in-roles';
import { useLabel } from './label.ts';

/** A function that names a role: built-in ones in the language in use, others as whoever made them wrote it. */
export function useRoleName(): (role: { code: string; name: string }) => string {
  const label = useLabel();
  return ({ code, name }) => {
    const builtIn = builtInRoles.find((role) => role.code === code);
    return builtIn ? label(builtIn.name) : name;
  };
}
