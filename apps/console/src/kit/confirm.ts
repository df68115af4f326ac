import type { ReactNode } from 'react';

interface Question {
  title: string;
  content?: ReactNode;
  /** What the agreeing button says; 确定 when left out. */
  okText?: string;
  /** Agreeing destroys or takes something away. */
  isDangerous?: boolean;
  /** There is nothing to refuse: only the agreeing button closes it, no key and no press beside it. */
  isNotice?: boolean;
}

let question: Question | null = null;
let answer: ((agreed: boolean) => void) | null = null;
const listeners = new Set<() => void>();

/** Asks the user and answers whether they agreed; a new question takes the place of an open one, which counts as refused. */
export function confirm(asked: Question): Promise<boolean> {
  answer?.(false);
  return new Promise((resolve) => {
    answer = resolve;
    change(asked);
  });
}

/** The question on the screen, or null. */
export function currentQuestion(): Question | null {
  return question;
}

/** Hands the user's decision to whoever asked. */
export function answerQuestion(agreed: boolean): void {
  answer?.(agreed);
  answer = null;
  change(null);
}

/** Calls back when a question comes or goes; the answer stops that. */
export function subscribeQuestions(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: Question | null): void {
  question = next;
  for (const listener of listeners) listener();
}
