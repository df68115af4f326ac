import type { Transitions } from '@xyxlx/contracts/transitions';
import { Refusal } from '../../core/errors.ts';

/** Refuses by where the action would lead: no transition from this state to that one. */
export function noTransition<State extends string, Action extends string>({
  words,
  actions,
}: Transitions<State, Action>) {
  return (state: State, action: Action): Refusal => {
    const is = words[state];
    const wanted = words[actions[action].to[0]];
    return new Refusal({
      zh: `当前状态为${is.zh}，不能变更为${wanted.zh}`,
      en: `From "${is.en}" there is no way to "${wanted.en}"`,
    });
  };
}

/** Refuses by where the action begins: only records in these states can do it. */
export function onlyFrom<State extends string, Action extends string>({
  words,
  actions,
}: Transitions<State, Action>) {
  return (state: State, action: Action): Refusal => {
    const is = words[state];
    const needed = actions[action].from.map((from) => words[from]);
    return new Refusal({
      zh: `当前状态为${is.zh}，仅${needed.map(({ zh }) => zh).join('、')}可执行此操作`,
      en: `It is ${is.en}; only what is ${needed.map(({ en }) => en).join(' or ')} can do this`,
    });
  };
}
