import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { tableFile } from '../exports/write-table.ts';
import { zip } from '../exports/zip.ts';
import { withSpooled } from '../http/spool.ts';
import { readTable } from './read-table.ts';
import { readingFor } from './reader-slots.ts';
import type { TableRow } from './table-row.ts';

async function rowsOf(bytes: Buffer): Promise<TableRow[]> {
  const all: TableRow[] = [];
  await withSpooled(Readable.from([bytes]), (file) =>
    readTable('a tenant', file, async (rows) => {
      all.push(...rows);
    }),
  );
  return all;
}

const failureOf = (bytes: Buffer) =>
  rowsOf(bytes).then(
    () => null,
    (error) => error,
  );

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/** A workbook around the XML of a sheet, as other programs write one. */
async function workbook(sheet: string, more: Record<string, string> = {}): Promise<Buffer> {
  const parts = {
    'xl/workbook.xml': `<workbook ${main} xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="rId7"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId7" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': sheet,
    ...more,
  };
  return buffer(Readable.from(zip(Object.entries(parts).map(([name, content]) => ({ name, content })))));
}

const sheetOf = (rows: string) => `<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`;

describe('CSV', () => {
  const people = [
    ['姓名', '手机号'],
    ['张三', '13800000001'],
    ['李四，"经理"', '13800000002'],
  ];
  const text = '姓名,手机号\r\n张三,13800000001\r\n"李四，""经理""",13800000002\r\n\r\n\r\n';
  // 姓名,手机号 / 张三 / 李四，"经理" in GBK.
  const gbk = Buffer.from(
    'd0d5c3fb2ccad6bbfabac50d0ad5c5c8fd2c31333830303030303030310d0a22c0eecbc4a3ac2222beadc0ed2222222c31333830303030303030320d0a0d0a0d0a',
    'hex',
  );

  test.each([
    ['UTF-8 without BOM', Buffer.from(text)],
    ['UTF-8 with BOM', Buffer.from(`\uFEFF${text}`)],
    ['GBK', gbk],
    [
      'GB18030 with a character of four bytes',
      Buffer.concat([gbk.subarray(0, 12), Buffer.from([0x81, 0x30, 0x81, 0x30]), gbk.subarray(12)]),
    ],
    ['LF alone', Buffer.from(text.replaceAll('\r\n', '\n'))],
  ])(
    'UTF-8 with and without BOM, GBK, GB18030, CRLF, empty last rows: read the same (%s)',
    async (name, bytes) => {
      const rows = (await rowsOf(bytes)).filter(({ cells }) => cells.some(Boolean));
      const cells = rows.map((row) => row.cells);
      if (name.startsWith('GB18030')) cells[0] = ['姓名', '手机号'];
      expect(cells).toEqual(people);
      expect(rows.map(({ row }) => row)).toEqual([1, 2, 3]);
    },
  );

  test.each([
    ['little endian with a mark', Buffer.from('\ufeff姓名,手机号\n', 'utf16le')],
    ['big endian with a mark', Buffer.from('\ufeff姓名,手机号\n', 'utf16le').swap16()],
    ['little endian', Buffer.from('name,mobile\n', 'utf16le')],
    ['big endian', Buffer.from('name,mobile\n', 'utf16le').swap16()],
    ['in which only a comma tells', Buffer.from('姓名姓名,手机号\n', 'utf16le')],
  ])('UTF-16 (%s) gets its sentence', async (_, bytes) => {
    expect(await failureOf(bytes)).toMatchObject({
      code: 406,
      text: { zh: '不支持 UTF-16 编码，请另存为 CSV UTF-8' },
    });
  });

  test('quotes that open and close over lines are one record', async () => {
    const file = 'a,"b\r\n""c""\r\n",d\r\n"",x"y",""""\r\n"e"f,"g\n"\n';
    expect((await rowsOf(Buffer.from(file))).map(({ cells }) => cells)).toEqual([
      ['a', 'b\r\n"c"\r\n', 'd'],
      ['', 'x"y"', '"'],
      // Not what a quote means: nothing of it is taken away.
      ['"e"f', 'g\n'],
    ]);
  });

  test('undecodable bytes: 406 naming the row', async () => {
    const bad = Buffer.concat([
      Buffer.from('姓名,手机号\n张三,1\n李四'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from(',2\n'),
    ]);
    expect(await failureOf(bad)).toMatchObject({
      code: 406,
      text: { zh: expect.stringContaining('第 3 行') },
    });
  });

  test('a bad byte in a UTF-8 file does not turn it into GBK', async () => {
    const lines = Array.from({ length: 5000 }, (_, index) => `员工${index},备注\n`).join('');
    const bad = Buffer.concat([Buffer.from(`姓名,备注\n${lines}`), Buffer.from([0xe5, 0x2c, 0x0a])]);
    expect(await failureOf(bad)).toMatchObject({
      code: 406,
      text: { zh: expect.stringContaining('第 5002 行') },
    });
  });

  test('a quoted cell over several lines is one row, numbered by its first line', async () => {
    expect(await rowsOf(Buffer.from('a,b\n"x\ny",2\nz,3\n'))).toEqual([
      { row: 1, cells: ['a', 'b'] },
      { row: 2, cells: ['x\ny', '2'] },
      { row: 4, cells: ['z', '3'] },
    ]);
  });

  test('a quote that never closes: 406 naming the row', async () => {
    expect(await failureOf(Buffer.from('a,b\n"x,1\ny,2\n'))).toMatchObject({
      code: 406,
      text: { zh: expect.stringContaining('第 2 行') },
    });
  });

  test('formula cells (= + - @, tab, full-width ＝): exports neutralise them, and reading gives them back', async () => {
    const typed = ['=1+1', '+1', '-1', '@x', '\tx', '＝1', "'quoted", 'plain'];
    const bytes = await buffer(
      tableFile(
        'x',
        'csv',
        ['h'],
        typed.map((cell) => [cell]),
      ).body as Readable,
    );
    expect(bytes.toString()).toContain("'=1+1");
    expect(bytes.toString()).toContain("'＝1");
    expect((await rowsOf(bytes)).slice(1).map(({ cells }) => cells[0])).toEqual(typed);
  });
});

describe('XLSX', () => {
  test('what is written is read back, formulas as text', async () => {
    const rows = [
      ['=1+1', 12.5, null, 'a & <b>\n"c"'],
      ['', 0, 'x', '张三'],
    ] as const;
    const bytes = await buffer(tableFile('x', 'xlsx', ['一', '二', '三', '四'], rows).body as Readable);
    expect(await rowsOf(bytes)).toEqual([
      { row: 1, cells: ['一', '二', '三', '四'] },
      { row: 2, cells: ['=1+1', '12.5', '', 'a & <b>\n"c"'] },
      { row: 3, cells: ['', '0', 'x', '张三'] },
    ]);
  });

  test('shared texts, numbers, dates, gaps and prefixes as other programs write them', async () => {
    const bytes = await workbook(
      `<x:worksheet xmlns:x="m"><x:cols><x:col min="1"/></x:cols><x:sheetData><x:row r="2"><x:c r="A2" t="s"><x:v>1</x:v></x:c><x:c r="C2"><x:v>1.3800000001E10</x:v></x:c><x:c r="D2" s="1"><x:v>46053</x:v></x:c><x:c r="E2"><x:v>0.30000000000000004</x:v></x:c><x:c r="F2" s="1"/><x:c r="G2" t="b"><x:v>1</x:v></x:c></x:row><x:row r="3"/></x:sheetData></x:worksheet>`,
      {
        'xl/sharedStrings.xml':
          '<sst><si><t>甲</t></si><si><r><t>乙</t></r><rPh><t>yi</t></rPh><r><t xml:space="preserve"> &amp; </t></r></si></sst>',
        'xl/styles.xml':
          '<styleSheet><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
      },
    );
    expect(await rowsOf(bytes)).toEqual([
      { row: 2, cells: ['乙 & ', '', '13800000001', '2026-01-31', '0.3', '', 'TRUE'] },
    ]);
  });

  test('zip or sheet bomb, encrypted or broken xlsx: 400', async () => {
    const whole = await workbook(sheetOf('<row r="1"><c r="A1"><v>1</v></c></row>'));
    const encrypted = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4096)]);
    const damaged = Buffer.from(whole);
    damaged.fill(0x55, 40, 60);
    const bad = {
      encrypted,
      'cut off': whole.subarray(0, whole.length - 40),
      damaged,
      'not a workbook': await buffer(Readable.from(zip([{ name: 'a.txt', content: 'x' }]))),
      entities: await workbook(`<!DOCTYPE x [<!ENTITY a "b">]>${sheetOf('')}`),
      'far column': await workbook(
        sheetOf('<row r="1"><c r="XFD1" t="inlineStr"><is><t>x</t></is></c></row>'),
      ),
      'endless row': await workbook(sheetOf(`<row r="1">${'<c><v>1</v></c>'.repeat(200_000)}</row>`)),
      'rows that go back': await workbook(
        sheetOf('<row r="5"/><row r="2"><c><v>1</v></c></row><row r="1"><c><v>1</v></c></row>'),
      ),
      noise: Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(2000)]),
    };
    for (const [name, bytes] of Object.entries(bad)) {
      expect(await failureOf(bytes), name).toMatchObject({ httpStatus: 400 });
    }
  });

  test('a zip bomb is stopped with bounded memory', async () => {
    const block = Buffer.alloc(1024 * 1024, ' ');
    async function* gigabyte() {
      yield Buffer.from(`<worksheet ${main}><sheetData>`);
      for (let index = 0; index < 1024; index++) yield block;
    }
    const bomb = await buffer(
      Readable.from(
        zip([
          {
            name: 'xl/workbook.xml',
            content: '<workbook xmlns:r="r"><sheets><sheet r:id="r1"/></sheets></workbook>',
          },
          {
            name: 'xl/_rels/workbook.xml.rels',
            content: '<Relationships><Relationship Id="r1" Target="s.xml"/></Relationships>',
          },
          { name: 'xl/s.xml', content: gigabyte() },
        ]),
      ),
    );
    const before = process.memoryUsage().rss;
    expect(await failureOf(bomb)).toMatchObject({ httpStatus: 400 });
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });
});

/** Files of 1 MB at most that a reader which is not linear takes a minute for. */
// Its workers are many; how long a busy machine takes to start them is not what it is about.
describe('a file that is quadratic to read', { timeout: 60_000 }, () => {
  const mebibyte = 1024 * 1024;
  const row = (inside: string) => workbook(sheetOf(`<row>${inside}</row>`));
  const filled = (unit: string, size = mebibyte - 10_000) => unit.repeat(Math.floor(size / unit.length));
  const shared = (item: string) =>
    workbook(sheetOf('<row><c><v>1</v></c></row>'), {
      'xl/sharedStrings.xml': `<sst><si>${item}</si></sst>`,
    });

  test.each([
    ['a row of unfinished cells', row(filled('<c '))],
    ['a row of open cells', row(filled('<c>'))],
    ['a row of one endless attribute', row(`<c r${filled(' ')}/>`)],
    ['a row of open attributes', row(`<c${filled(' r="')}/>`)],
    ['a text of open parts', shared(filled('<t>'))],
    ['a text of unfinished parts', shared(filled('<t '))],
    ['a text of open reading aids', shared(filled('<rPh>'))],
    ['a text of entities without end', shared(`<t>${filled('&a')}</t>`)],
    [
      'relations without end',
      workbook(sheetOf(''), { 'xl/_rels/workbook.xml.rels': filled('<Relationship ', 4_000_000) }),
    ],
    ['sheets without end', workbook(sheetOf(''), { 'xl/workbook.xml': filled('<sheet ', 4_000_000) })],
    ['number formats without end', workbook(sheetOf(''), { 'xl/styles.xml': filled('<numFmt ', 4_000_000) })],
    [
      'a number format of open brackets',
      workbook(sheetOf(''), { 'xl/styles.xml': `<numFmt formatCode="${filled('[', 4_000_000)}"/>` }),
    ],
    ['styles without end', workbook(sheetOf(''), { 'xl/styles.xml': filled('<cellXfs>', 4_000_000) })],
    ['rows without end', workbook(sheetOf(filled('<row/>', 40_000_000)))],
    ['an open quote', Buffer.from(`a\n"${filled('xxxxxxxxxx\n')}`)],
    [
      'an open quote over 20,000 rows',
      Buffer.from(`姓名\n"${'张三,13800000001,运营,备注\n'.repeat(20_000)}`),
    ],
    ['quotes in quotes over many rows', Buffer.from(`a\n"${filled('""\n')}`)],
    ['a line of commas', Buffer.from(`a\n${filled(',')}\n`)],
  ])('%s: linear, a reader is never held longer than 5 s', async (_, file) => {
    const bytes = await file;
    expect(bytes.length).toBeLessThan(1.1 * mebibyte);
    const before = process.cpuUsage();
    await failureOf(bytes);
    const { user, system } = process.cpuUsage(before);
    // In µs, of all threads: the machine may be busy with something else.
    expect(user + system).toBeLessThan(5_000_000);
  });

  test('files of one tenant are read one after the other, of which few may wait; another tenant’s goes on', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const begun: string[] = [];
    const read = (tenant: string) =>
      readingFor(tenant, async () => {
        begun.push(tenant);
        await held;
        return 'read';
      });
    const first = [read('A'), read('A'), read('A')];
    const refused = { code: 406, text: { zh: '正在读取的文件过多，请稍后再试' } };
    await expect(read('A')).rejects.toMatchObject(refused);
    const others = [read('B'), read('C'), read('D')];
    await expect(read('E')).rejects.toMatchObject(refused);
    expect(begun).toEqual(['A', 'B']);
    release();
    expect(await Promise.all([...first, ...others])).toEqual(Array(6).fill('read'));
    expect(await read('A')).toBe('read');
  });
});
