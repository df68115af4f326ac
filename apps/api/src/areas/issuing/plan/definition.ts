import { createHash } from 'node:crypto';
import { type PlanDefinition, planDefinition } from '@xyxlx/contracts/issue-plan';
import type { Prisma } from '@xyxlx/database/client/client';

/** What a version of a plan says, as its column has it. */
export function definitionOf({ definition }: { definition: unknown }): PlanDefinition {
  return planDefinition.parse(definition);
}

/** The columns of a version that say what it says. */
export function columnsOf(definition: PlanDefinition) {
  const said = planDefinition.parse(definition);
  const sha256 = createHash('sha256').update(JSON.stringify(said)).digest('hex');
  return { definition: said as unknown as Prisma.InputJsonObject, sha256 };
}

/** The definition of an input that says more than that. */
export function definedBy<Input extends PlanDefinition>(input: Input): PlanDefinition {
  const { schedule, accumulation, joiner, catchUp, validFrom, validTo, target, amount, institutionId } =
    input;
  const said = { schedule, accumulation, joiner, catchUp, validFrom, validTo, target, amount };
  return institutionId === undefined ? said : { ...said, institutionId };
}
