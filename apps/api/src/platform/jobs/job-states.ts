import { type JobState, jobTransitions } from '@xyxlx/contracts/job';

const { take, endCheck, endRun, endUndo, abandon } = jobTransitions.automatic;
const { cancelJob } = jobTransitions.actions;

/** In which a replica has the job in hand, and what its work can end in. */
const ends = [endCheck, endRun, endUndo];

/** In which the queue's next replica has something to do. */
export const workStates: readonly JobState[] = [take, ...ends].flatMap(({ from }) => from);

/** From which a job is cancelled at once: no replica has it in hand. */
export const cancelledAtOnce: readonly JobState[] = cancelJob.from.filter(
  (state) => !abandon.from.includes(state),
);

/** Throws where the work of a job in this state can't end so: a defect of its kind. */
export function mustEndAs(state: JobState, end: JobState): void {
  const leads = [...ends, abandon].some(({ from, to }) => from.includes(state) && to.includes(end));
  if (!leads) throw new Error(`A job that is ${state} can not end as ${end}.`);
}
