import { closeWorks } from './closes.ts';
import { closingWork } from './closing-months.ts';
import { perSecond } from './http-load.ts';
import { payWork } from './ledger.ts';
import { askedPages, deepListWork, openCallers } from './lists.ts';
import type { Work } from './measure.ts';
import type { World } from './world.ts';

const ms = 3000;

/** What must not notice how many payments there were before: the same work on the seed with ten times as many, beside the seed itself. */
export function grownWorks(world: World, grown: World): Work[] {
  const [of, ofGrown] = [growingWorks(world), growingWorks(grown)];
  return of.map((work, place) => beside(work, ofGrown[place] as Work));
}

function growingWorks(world: World): Work[] {
  return [listWork(world), deepListWork(world), payWork(world, 4), ...closeWorks(world), closingWork(world)];
}

/** Two works that are one on two databases: the smaller is the floor of the larger. */
function beside(work: Work, grown: Work): Work {
  return {
    ...{ name: `ten times the payments: ${work.name}`, unit: work.unit },
    floorName: 'the same at a tenth of the payments',
    goal: '≥ 0.77: no slower than 1.3×',
    open: async () => {
      const [small, large] = [await work.open(), await grown.open()];
      return {
        floor: small.ours,
        ours: large.ours,
        close: async () => {
          await small.close?.();
          await large.close?.();
        },
      };
    },
  };
}

function listWork(world: World): Work {
  return {
    ...{ name: 'list: 20 rows newest first, merchant + dates, with total', unit: 'requests/s' },
    ...{ floorName: '–', goal: '–' },
    open: async () => {
      const callers = openCallers(world.service.url, world.scoped.tokens);
      const next = askedPages(world);
      const ours = () => perSecond(callers.length, ms, async (lane) => callers[lane]?.list(next()));
      await ours();
      return {
        floor: ours,
        ours,
        close: () => {
          for (const caller of callers) caller.close();
        },
      };
    },
  };
}
