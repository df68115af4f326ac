import { spell } from '../spell.ts';

/** What invented people are called. */
export const surnames = [...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗'];
export const givenNames =
  '伟 芳 娜 敏 静 丽 强 磊 洋 艳 勇 军 杰 娟 涛 明 超 秀英 霞 平 刚 桂英 文博 子涵 雨桐 浩然 欣怡 梓萱 俊杰 思远 佳琪 志强'.split(
    ' ',
  );

export const spelledSurnames = surnames.map(spell);
// As they are read behind a surname.
export const spelledGivenNames = givenNames.map((name) => {
  const { namePinyin, nameInitials } = spell(`王${name}`);
  return { namePinyin: namePinyin.slice('wang'.length), nameInitials: nameInitials.slice(1) };
});
