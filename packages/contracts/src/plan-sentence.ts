import type { Label } from './endpoint.ts';
import type { PlanDefinition } from './issue-plan.ts';
import { joinerWords, restDayWords, type Schedule } from './issue-schedule.ts';
import { weekdayWords } from './rule-condition.ts';

/** How a sentence writes what a definition alone does not say. */
export interface PlanSpelling {
  /** Fen as yuan. */
  yuan(fen: number): string;
  /** What a department is called; undefined where that is not known. */
  nameOf(id: string): string | undefined;
}

/** A plan as one sentence: when, to whom, how much, and how long it is good for. */
export function planSentence(plan: PlanDefinition, spelling: PlanSpelling): Label {
  const { validFrom, validTo, joiner } = plan;
  const parts = [
    when(plan.schedule),
    whom(plan.target, spelling),
    howMuch(plan.amount, spelling),
    howLong(plan.accumulation, spelling),
    ...(joiner === 'NEXT'
      ? []
      : [{ zh: `新入职${joinerWords[joiner].zh}`, en: `joiners: ${joinerWords[joiner].en.toLowerCase()}` }]),
    validTo === null
      ? { zh: `自 ${validFrom} 起`, en: `from ${validFrom}` }
      : { zh: `${validFrom} 至 ${validTo}`, en: `from ${validFrom} to ${validTo}` },
  ];
  return { zh: parts.map(({ zh }) => zh).join('，'), en: parts.map(({ en }) => en).join(', ') };
}

function when(schedule: Schedule): Label {
  const { zh, en } = onWhich(schedule);
  const rest = 'restDay' in schedule && schedule.restDay !== 'AS_IS' ? restDayWords[schedule.restDay] : null;
  return {
    zh: `${zh} ${schedule.time}${rest ? `（休息日${rest.zh}）` : ''}`,
    en: `${en} at ${schedule.time}${rest ? ` (rest days: ${rest.en.toLowerCase()})` : ''}`,
  };
}

function onWhich(schedule: Schedule): Label {
  switch (schedule.type) {
    case 'DAILY':
      return { zh: '每日', en: 'Each day' };
    case 'WEEKLY': {
      const { zh, en } = weekdayWords[schedule.weekday as keyof typeof weekdayWords];
      return { zh: `每${zh}`, en: `Each ${en}` };
    }
    case 'MONTHLY':
      return schedule.day === 31
        ? { zh: '每月最后一日', en: 'The last day of each month' }
        : { zh: `每月 ${schedule.day} 日`, en: `Day ${schedule.day} of each month` };
    case 'WORKDAY':
      return { zh: '每个工作日', en: 'Each working day' };
    case 'BIRTHDAY':
      return before({ zh: '员工生日', en: 'birthdays' }, schedule.lead);
    case 'HIRE':
      if (schedule.on.occasion === 'ANNIVERSARY')
        return { zh: '每年入职周年日', en: 'Each anniversary of being hired' };
      return schedule.on.days === 0
        ? { zh: '入职当日', en: 'The day of being hired' }
        : { zh: `入职满 ${schedule.on.days} 天`, en: `${schedule.on.days} days after being hired` };
    case 'FESTIVAL': {
      const named = schedule.festivals.map(({ name }) => name);
      return before({ zh: named.join('、'), en: named.join(', ') }, schedule.lead);
    }
  }
}

function before({ zh, en }: Label, lead: number): Label {
  if (lead === 0) return { zh: `${zh}当日`, en: `On ${en}` };
  return { zh: `${zh}前 ${lead} 天`, en: `${lead} ${lead === 1 ? 'day' : 'days'} before ${en}` };
}

function whom(target: PlanDefinition['target'], { nameOf }: PlanSpelling): Label {
  switch (target.by) {
    case 'ALL':
      return { zh: '向全体员工', en: 'to all employees' };
    case 'DEPARTMENT': {
      const names = target.ids.slice(0, 3).flatMap((id) => nameOf(id) ?? []);
      const all = names.length === target.ids.length;
      return {
        zh: `向${names.join('、')}${all ? '' : `等 ${target.ids.length} 个部门`}的员工`,
        en: `to those of ${all ? names.join(', ') : `${target.ids.length} departments`}`,
      };
    }
    case 'LABEL':
      return {
        zh: `向标签为${target.values.join('、')}的员工`,
        en: `to those labelled ${target.values.join(', ')}`,
      };
    case 'GRADE':
      return {
        zh: `向职级为${target.values.join('、')}的员工`,
        en: `to those of grade ${target.values.join(', ')}`,
      };
    case 'EMPLOYEE':
      return {
        zh: `向指定的 ${target.ids.length} 名员工`,
        en: `to ${target.ids.length} named ${target.ids.length === 1 ? 'employee' : 'employees'}`,
      };
  }
}

function howMuch(amount: PlanDefinition['amount'], { yuan }: PlanSpelling): Label {
  if (amount.by === 'SAME')
    return { zh: `每人发放 ${yuan(amount.amount)} 元`, en: `¥${yuan(amount.amount)} each` };
  const grades = amount.grades.map(({ grade, amount: fen }) => ({
    zh: `${grade} ${yuan(fen)} 元`,
    en: `${grade} ¥${yuan(fen)}`,
  }));
  return {
    zh: `按职级发放 ${grades.map(({ zh }) => zh).join('、')}，其余 ${yuan(amount.otherwise)} 元`,
    en: `by grade ${grades.map(({ en }) => en).join(', ')}, others ¥${yuan(amount.otherwise)}`,
  };
}

function howLong(kept: PlanDefinition['accumulation'], { yuan }: PlanSpelling): Label {
  if (kept.kind === 'CAPPED')
    return { zh: `累计至 ${yuan(kept.cap)} 元为止`, en: `adding up to ¥${yuan(kept.cap)}` };
  if (kept.kind === 'NONE') {
    return kept.days === undefined
      ? { zh: '不累计，当期有效', en: 'good for its period' }
      : { zh: `不累计，${kept.days} 天内有效`, en: `good for ${kept.days} days` };
  }
  const { ends } = kept;
  if (ends.by === 'DAYS')
    return { zh: `可累计，${ends.days} 天内有效`, en: `adding up, good for ${ends.days} days` };
  return ends.by === 'DAY'
    ? { zh: `可累计，${ends.until} 前有效`, en: `adding up, good until ${ends.until}` }
    : { zh: '可累计，长期有效', en: 'adding up for good' };
}
