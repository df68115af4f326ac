import { expect, test } from 'vitest';
import { wayTo } from './region-field.tsx';

test.each([
  ['上海市浦东新区', ['上海市', '浦东新区']],
  ['江苏省苏州市', ['江苏省', '苏州市']],
  ['江苏省苏州市吴中区', ['江苏省', '苏州市', '吴中区']],
  ['湖北省仙桃市', ['湖北省', '仙桃市']],
  ['香港特别行政区', ['香港特别行政区']],
])('%s is found below its province', (text, way) => {
  expect(wayTo(text)).toEqual(way);
});

test.each(['浦东新区', '上海浦东', '上海市不存在区'])('%s is no place of GB/T 2260', (text) => {
  expect(wayTo(text)).toBeNull();
});
