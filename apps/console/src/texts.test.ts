import { expect, it } from 'vitest';

const files = import.meta.glob<Record<string, string>>('./**/locales/*.json', {
  eager: true,
  import: 'default',
});
const folders = [...new Set(Object.keys(files).map((path) => path.slice(0, path.lastIndexOf('/'))))];

it.each(folders)('%s has the same keys and placeholders in Chinese and in English', (folder) => {
  const zh = byKey(files[`${folder}/zh.json`] ?? {});
  const en = byKey(files[`${folder}/en.json`] ?? {});
  expect([...en.keys()].sort()).toEqual([...zh.keys()].sort());
  for (const [key, text] of zh) {
    expect(placeholders(en.get(key) ?? ''), key).toEqual(placeholders(text));
  }
});

it('has a greeting, and calls the confirm button 确定 and OK', () => {
  expect(files['./lib/locales/zh.json']?.greeting).toBe('你好');
  expect(files['./lib/locales/en.json']?.greeting).toBe('Hello');
  expect(files['./lib/locales/zh.json']?.confirm).toBe('确定');
  expect(files['./lib/locales/en.json']?.confirm).toBe('OK');
});

// English has a form for one and a form for many where Chinese has a single one.
function byKey(texts: Record<string, string>): Map<string, string> {
  return new Map(Object.entries(texts).map(([key, text]) => [key.replace(/_(one|other)$/, ''), text]));
}

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').sort();
}
