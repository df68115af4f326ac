import { contract, endpointAt } from '@xyxlx/contracts/contract';
import type { Contract, Label } from '@xyxlx/contracts/endpoint';
import { inShort, isLogged } from '../../wire/log-attempts.ts';
import type { Registry } from '../registry.ts';

type Steps = Registry['steps'];

/** What an action of the log is called: its endpoint's summary, otherwise what its area calls the step, otherwise its own name. */
export function actionLabel(steps: Steps, module: string, action: string): Label {
  const summary = endpointAt(module, action)?.summary;
  if (summary) return inShort(summary);
  return steps.get(`${module}.${action}`) ?? { zh: action, en: action };
}

/** Every action that a row of the log can have: changes, exports and reveals by endpoints, and the steps of the areas. */
export function loggedActions(steps: Steps): { module: string; action: string; label: Label }[] {
  const changes = Object.entries<Contract[string]>(contract).flatMap(([module, area]) =>
    Object.entries(area)
      .filter(([, definition]) => isLogged(definition))
      .map(([action]) => ({ module, action })),
  );
  const others = [...steps.keys()].map((step) => {
    const [module = '', action = ''] = step.split('.');
    return { module, action };
  });
  return [...changes, ...others].map((line) => ({
    ...line,
    label: actionLabel(steps, line.module, line.action),
  }));
}
