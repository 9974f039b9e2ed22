import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csv } from '../../contract/text/csv.ts'
import type { Existing } from '../../contract/kinds/entities.ts'
import { printable } from '../../contract/calls/fields.ts'
import {
  cellOfPairs,
  guessColumns,
  headRow,
  cellOfModels,
  pairsInCell,
  sampleRows,
  sheetHeads,
  withUse,
} from '../../contract/kinds/sheetColumns.ts'
import { sheetLimits } from '../../contract/kinds/sheetKinds.ts'
import { dateOf, leftOut, missingGroups, type SheetRow, stageSheet } from '../../client/admin/import/stageSheet.ts'
import { groupMeant } from '../../client/admin/import/groups.ts'
import type { IsSame } from '../../client/admin/import/sameFiles.ts'
import { readCsv, readPasted, type Rows, withOneHead } from '../../client/admin/import/rows.ts'
import { type PlacedPicture, readSheetFile, readWorkbook } from '../../client/admin/import/workbook.ts'
import { columnWords, fileWords, matchWords } from '../../client/admin/import/sheetWords.ts'
import { placed } from '../../client/admin/ui/droppedFiles.ts'
import { zip } from '../media/documents.ts'
import { packed, workbook } from './sheets.ts'

const read = async (content: Uint8Array): Promise<Rows> =>
  (await readSheetFile(new File([content as BlobPart], '.xlsx'))).rows
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const files = (...names: string[]): File[] => names.map((name) => new File(['x'], name))
const names = (list: readonly (File | string)[]): string[] =>
  list.map((each) => (typeof each === 'string' ? each : each.name))

test('the first sheet that is shown is read, with numbers, days, texts in the cell and merged cells', async () => {
  const rows = await read(
    workbook(
      [
        ['名称', '日期', '系列'],
        ['塔机 & 监测', 45292, 'A系列'],
        ['升降机', 45292.5],
        ['', '', ''],
        ['卸料', 45293],
      ],
      '<mergeCells count="1"><mergeCell ref="C2:C3"/></mergeCells>',
    ),
  )
  assert.deepEqual(rows, [
    ['名称', '日期', '系列'],
    ['塔机 & 监测', '2024-01-01', 'A系列'],
    ['升降机', '2024-01-01 12:00:00', 'A系列'],
    ['', '', ''],
    ['卸料', '2024-01-02', ''],
  ])
  const inline = await read(
    packed({
      sheet:
        '<worksheet><sheetData><row><c t="inlineStr"><is><r><t>名</t></r><r><t>称</t></r></is></c><c><v>0.30000000000000004</v></c></row><row><c t="str"><f>HYPERLINK("http://x/")</f><v>看</v></c><c t="e"><v>#REF!</v></c><c t="b"><v>1</v></c></row></sheetData></worksheet>',
    }),
  )
  assert.deepEqual(inline, [
    ['名称', '0.3', ''],
    ['看', '', '是'],
  ])
})

test('what is hidden in Excel, and what a company keeps to itself, is not imported unasked', async () => {
  const text = (place: string, value: string): string => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`
  const line = (row: number, cells: string, more = ''): string => `<row r="${row}"${more}>${cells}</row>`
  const cells = (row: number, ...values: string[]): string =>
    values.map((value, at) => text(`${'BCDEF'[at]}${row}`, value)).join('')
  const content = await readWorkbook(
    new Blob([
      packed({
        hidden: 'hidden',
        sheet: `<worksheet><cols><col min="2" max="3" width="9"/><col min="4" max="4" hidden="1"/></cols><sheetData>
          ${line(1, cells(1, '名称', '价格', '备件', '经销底价', '重量'))}
          ${line(2, cells(2, '滑车', '420元', '294', '357', '8kg'))}
          ${line(3, cells(3, '滑车（停产）', '1元', '1', '1', '9kg'), ' hidden="true"')}</sheetData></worksheet>`,
      }) as BlobPart,
    ]),
  )
  assert.deepEqual(content.hidden, { rows: [2], columns: [2] })
  assert.deepEqual(content.notes, ['还有隐藏的工作表“旧”，不导入。需要的请另存成单独的表格'])
  const uses = guessColumns('product', content.rows[0] ?? []).map((use, at) => (at === 2 ? 'none' : use))
  assert.deepEqual(uses, ['title', 'price', 'none', 'none', 'spec'])
  const rows = stageSheet({ kind: 'product', ...content, uses, files: [], existing: [], groupIdOf: () => undefined })
  assert.deepEqual(
    rows.map(({ ticked, needsLook, notes }) => [ticked, needsLook, notes]),
    [
      [true, false, []],
      [false, true, ['在表格里是隐藏的，没有勾选']],
    ],
  )
  assert.doesNotMatch(JSON.stringify(rows), /294|357/)
})

test('days count from 1904 where the workbook says so', async () => {
  const sheet = '<worksheet><sheetData><row r="1"><c r="A1" s="1"><v>44000</v></c></row></sheetData></worksheet>'
  const dayWith = async (settings: string) => (await read(packed({ sheet, settings })))[0]?.[0]
  assert.equal(await dayWith('<workbookPr date1904="1"/>'), '2024-06-19')
  assert.equal(await dayWith('<workbookPr date1904="true"/>'), '2024-06-19')
  assert.equal(await dayWith('<workbookPr date1904="0"/>'), '2020-06-18')
})

test('a hostile or damaged workbook is refused in words', async () => {
  const refused = (what: Uint8Array, words: RegExp) => assert.rejects(read(what), words)
  await refused(bytes('no archive'), /打不开/)
  await refused(zip({ 'xl/workbook.xml': '<workbook/>' }), /损坏/)
  await refused(
    packed({
      sheet: '<!DOCTYPE x [<!ENTITY a "b">]><worksheet><sheetData><row><c><v>&a;</v></c></row></sheetData></worksheet>',
    }),
    /不该有的内容/,
  )
  await refused(packed({ sheet: `<worksheet>${' '.repeat(90 * 1_048_576)}</worksheet>` }), /太大/)
  await refused(
    packed({
      sheet: `<worksheet><sheetData><row r="100000"><c r="A100000"><v>1</v></c></row></sheetData></worksheet>`,
    }),
    new RegExp(`超过${sheetLimits.rows}行`),
  )
  await refused(
    packed({ sheet: '<worksheet><sheetData><row><c r="A9999999"><v>1</v></c></row></sheetData></worksheet>' }),
    new RegExp(`超过${sheetLimits.rows}行`),
  )
  const cut = workbook([['名称'], ['塔机']])
  await refused(cut.subarray(0, cut.length - 30), /打不开/)
  const lying = Buffer.from(cut)
  // The packed bytes of every file.
  for (let at = 60; at < lying.length - 400; at++) lying[at] = (lying[at] ?? 0) ^ 0x55
  await assert.rejects(read(lying))
})

test('a sheet of 100,000 rows is refused, one of 5,000 is read', async () => {
  const lines = (count: number): string =>
    `名称,型号\n${Array.from({ length: count }, (_, n) => `产品${n},T-${n}`).join('\n')}`
  assert.equal(readCsv(bytes(lines(sheetLimits.rows))).length, sheetLimits.rows + 1)
  assert.throws(() => readCsv(bytes(lines(100_000))), /超过5000行/)
})

test('CSV is read in UTF-8 and GBK, with quotes, and a paste with line feeds in cells', () => {
  const expected = [
    ['名称', '描述'],
    ['塔机', '有"黑匣子"，\n两行'],
  ]
  assert.deepEqual(readCsv(bytes('\ufeff名称,描述\r\n塔机,"有""黑匣子""，\n两行"\r\n')), expected)
  assert.deepEqual(
    readCsv(Uint8Array.of(0xc3, 0xfb, 0xb3, 0xc6, 0x3b, 0x61, 0x0a, 0xcb, 0xfe, 0xbb, 0xfa, 0x3b, 0x62)),
    [
      ['名称', 'a'],
      ['塔机', 'b'],
    ],
  )
  assert.deepEqual(readPasted('名称\t描述\r\n塔机\t"有""黑匣子""，\n两行"'), expected)
  assert.deepEqual(readPasted('名称\t\t价格\n塔机\t\t'), [
    ['名称', '价格'],
    ['塔机', ''],
  ])
})

test('columns are guessed by their names, and what is left becomes parameters', () => {
  const heads = [
    '序号',
    '产品名称*',
    '规格型号',
    '所属分类',
    '产品简介',
    '详细介绍',
    '产品图片',
    '说明书',
    '功率（kW）',
    '重量',
  ]
  assert.deepEqual(guessColumns('product', heads), [
    'none',
    'title',
    'model',
    'group',
    'intro',
    'body',
    'pictures',
    'documents',
    'spec',
    'spec',
  ])
  assert.deepEqual(guessColumns('product', ['品名', '参考价格', '产品特点', '交货期']), [
    'title',
    'price',
    'intro',
    'lead',
  ])
  assert.deepEqual(guessColumns('product', ['品名', '描述', '产品特点']), ['title', 'intro', 'spec'])
  assert.deepEqual(guessColumns('news', ['标题', '发布时间', '内容', '点击']), ['title', 'date', 'body', 'none'])
  assert.deepEqual(guessColumns('case', ['项目名称', '地点', '项目图片', '介绍']), [
    'title',
    'spec',
    'pictures',
    'intro',
  ])
  assert.deepEqual(guessColumns('product', ['设备', '功率']), ['title', 'spec'])
  assert.deepEqual(withUse(['title', 'spec'], 1, 'title', 'spec'), ['spec', 'title'])
  assert.deepEqual(withUse(['title', 'spec', 'none'], 2, 'spec', 'spec'), ['title', 'spec', 'spec'])
})

test('two columns of groups are two levels, whatever companies call them', () => {
  for (const [upper, lower] of [
    ['大类', '小类'],
    ['一级分类', '二级分类'],
    ['大类', '中类'],
    ['产品大类', '产品小类'],
    ['类别', '系列'],
  ] as const)
    assert.deepEqual(guessColumns('product', [upper, lower, '名称', '三级分类']), ['group', 'group', 'title', 'spec'])
  const heads = ['大类', '中类', '名称', '小类']
  const uses = guessColumns('product', heads)
  assert.deepEqual(uses, ['group', 'group', 'title', 'spec'], 'the site has two levels')
  assert.deepEqual(
    guessColumns('product', ['名称', '分类', '网站编号', '系列']),
    ['title', 'group', 'id', 'spec'],
    'an export has one column of groups',
  )
  const staged = stageSheet({
    kind: 'product',
    rows: [heads, ['泵', '离心泵', '甲', '立式'], ['泵', '', '乙', ''], ['', '阀', '丙', ''], ['阀', '阀', '丁', '']],
    uses,
    files: [],
    existing: [],
    groupNameOf: (words) => groupMeant([], words),
    groupIdOf: () => undefined,
  })
  assert.deepEqual(
    staged.map(({ group }) => group),
    ['泵 › 离心泵', '泵', '阀', '阀'],
  )
})

test('a second column can be a group, and a third takes it from the lower one, which stays a parameter', () => {
  assert.deepEqual(withUse(['group', 'spec', 'spec'], 1, 'group', 'spec'), ['group', 'group', 'spec'])
  assert.deepEqual(withUse(['group', 'group', 'spec'], 2, 'group', 'spec'), ['group', 'spec', 'group'])
})

test('a title above the names of the columns and the sum below are left out, and lines have their numbers in Excel', async () => {
  const rows = await read(
    workbook(
      [
        ['青岛某某管件 2024年产品目录', '', ''],
        ['', '', ''],
        ['序号', '名称', '单价(元)'],
        [1, '弯头', '8'],
        ['', '', ''],
        [2, '三通', '9'],
        ['合 计', '', '17'],
      ],
      '<mergeCells><mergeCell ref="A1:C1"/></mergeCells>',
    ),
  )
  const head = headRow('product', rows)
  assert.equal(head, 2)
  const uses = guessColumns('product', rows[head] ?? [])
  const staged = stageSheet({ kind: 'product', rows, head, uses, files: [], existing: [], groupIdOf: () => undefined })
  assert.deepEqual(
    staged.map(({ line, title }) => [line, title]),
    [
      [4, '弯头'],
      [6, '三通'],
    ],
  )
  assert.deepEqual(
    staged.map(({ fields }) => fields.price),
    ['8元', '9元'],
    'a price has the unit of its column',
  )
  assert.deepEqual(leftOut('product', rows, head), ['第1行在列名的上面', '第7行是合计'])
  assert.equal(
    headRow('product', [
      ['设备', '功率'],
      ['塔机', '5'],
    ]),
    0,
    'the first, where none is known',
  )
  assert.equal(headRow('news', [[''], ['标题', '正文']]), 1)
})

const priceList = (...below: string[][]): Rows => [
  ['产品名称', '型号', '分类', '单价'],
  ['弯头', 'W-1', '管件', '8'],
  ['三通', '', '', ''],
  ['法兰', 'F-1', '管件', '9'],
  ...below,
]
const titlesIn = (rows: Rows, pictures: readonly PlacedPicture[] = []): string[] =>
  stageSheet({
    kind: 'product',
    rows,
    uses: guessColumns('product', rows[0] ?? []),
    files: [],
    existing: [],
    pictures,
    groupIdOf: () => undefined,
  }).map(({ title }) => title)

test('a remark below the table and a line over all of its columns are left out in words', () => {
  const remark = '备注：以上报价有效期30天'
  const over = (words: string): string[] => [words, words, words, words]
  for (const below of [[remark, '', '', ''], ['', remark, '', ''], over(remark), over('谢谢惠顾')]) {
    const rows = priceList(below, ['合计', '', '合计', '17'], ['2、运费另计', '', '', ''])
    assert.deepEqual(titlesIn(rows), ['弯头', '三通', '法兰'])
    assert.deepEqual(leftOut('product', rows, 0), ['第6行是合计', '第5、7行只有一句话'])
  }
  const inside = priceList(over('二、阀门'), ['球阀', 'Q-1', '', '7'])
  assert.deepEqual(titlesIn(inside), ['弯头', '三通', '法兰', '球阀'])
  assert.deepEqual(leftOut('product', inside, 0), [], 'between products it is the group of those below')
  assert.deepEqual(leftOut('news', inside, 0), ['第5行只有一句话'])
})

test('two rows of names are one, and a row over all columns is the group of the products below it', async () => {
  const list = workbook(
    [
      ['2026年价格表'],
      ['名称', '型号', '技术参数', '', '价格（元）', ''],
      ['', '', '额定载荷(T)', '自重(kg)', '出厂价', '经销价'],
      ['一、手动葫芦系列'],
      ['手拉葫芦', 'HS-1', '1', '9.5', '420', '357'],
      ['手扳葫芦', 'HB-1', '2', '7', '380', '300'],
      ['二、电动葫芦'],
      ['环链葫芦', 'HD-1', '1', '50', '2600', '2200'],
    ],
    `<mergeCells>${['A1:F1', 'A2:A3', 'B2:B3', 'C2:D2', 'E2:F2', 'A4:F4', 'A7:F7'].map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`,
  )
  const staged = (all: Rows) => {
    const head = headRow('product', all)
    const rows = withOneHead(all, head)
    const uses = guessColumns('product', rows[head] ?? [])
    return stageSheet({ kind: 'product', rows, head, uses, files: [], existing: [], groupIdOf: () => undefined })
  }
  const rows = staged(await read(list))
  assert.deepEqual(
    rows.map(({ line, title, group }) => [line, title, group]),
    [
      [5, '手拉葫芦', '手动葫芦系列'],
      [6, '手扳葫芦', '手动葫芦系列'],
      [8, '环链葫芦', '电动葫芦'],
    ],
  )
  assert.deepEqual(rows[0]?.fields, {
    coverName: '手拉葫芦',
    price: '420元',
    models: [{ model: 'HS-1', note: '' }],
    specs: [
      { term: '额定载荷(T)', value: '1' },
      { term: '自重(kg)', value: '9.5' },
    ],
  })
})

test('columns of one name lose no value', () => {
  const rows: Rows = [
    ['名称', '技术参数', '技术参数', '技术参数'],
    ['葫芦', '0.5', '12', '17'],
  ]
  const uses = guessColumns('product', rows[0] ?? [])
  const [row] = stageSheet({ kind: 'product', rows, uses, files: [], existing: [], groupIdOf: () => undefined })
  assert.deepEqual([withOneHead(rows, 0), row?.fields.specs], [rows, [{ term: '技术参数', value: '0.5；12；17' }]])
})

test('a price beside a model is that of the model, and models that have not changed are no change', () => {
  const own = { model: 'W-1', note: '', price: '580元', specs: [{ term: '重量', value: '3t' }] }
  const other = { model: 'W-2', note: '短', price: '640元' }
  const existing: Existing = {
    ...known('p', '轴承'),
    fields: { coverName: '轴承', price: '面议', models: [own, other] },
  }
  const changesOf = (...cells: string[]) =>
    stageSheet({
      kind: 'product',
      rows: [['名称', '型号', '价格（元）', '网站编号'], cells],
      uses: ['title', 'model', 'price', 'id'],
      files: [],
      existing: [existing],
      groupIdOf: () => undefined,
    }).map(({ changes, fields }) => [changes, fields.price])[0]
  assert.deepEqual(changesOf('轴承', 'W-2', '626.4'), [['W-2的价格“640元” → “626.4元”'], undefined])
  assert.deepEqual(changesOf('轴承', 'W-1\nW-2', '580\n650'), [['W-2的价格“640元” → “650元”'], undefined])
  assert.deepEqual(changesOf('轴承', cellOfModels([own, other]), '面议', 'p'), [[], '面议'], 'the own export')
})

test('a product of which there is only a name or a picture stays one', () => {
  assert.deepEqual(titlesIn([['名称'], ['弯头'], ['注：三通']]), ['弯头', '注：三通'])
  assert.deepEqual(
    titlesIn([
      ['名称', '型号'],
      ['备注：三通', ''],
      ['法兰', ''],
    ]),
    ['备注：三通', '法兰'],
  )
  assert.deepEqual(
    titlesIn([
      ['名称', '型号'],
      ['弯头', 'W-1'],
      ['法兰', '法兰'],
    ]),
    ['弯头', '法兰'],
  )
  assert.deepEqual(titlesIn(priceList(['球阀', '', '', ''])), ['弯头', '三通', '法兰', '球阀'])
  const rows = priceList(['电话：墙上', '', '', ''])
  const picture = { row: 4, column: 3, file: new File(['x'], 'image1.png') }
  assert.deepEqual(titlesIn(rows, [picture]).at(-1), '电话：墙上')
  assert.deepEqual(leftOut('product', rows, 0, [picture]), [])
})

test('the groups that the site has not are those of rows that are imported', () => {
  const rows = priceList(['合计', '', '合计', '17'], ['备注：含税', '备注：含税', '备注：含税', '备注：含税'])
  const uses = guessColumns('product', rows[0] ?? [])
  const staged = stageSheet({ kind: 'product', rows, uses, files: [], existing: [], groupIdOf: () => undefined })
  assert.deepEqual(missingGroups(staged, []), ['管件'])
  assert.deepEqual(missingGroups(staged, [{ id: 'g1', name: '管件', parent: '', on: true }]), [])
})

test('a formula without a value in a line that is left out is not counted', async () => {
  const notesWith = async (first: string) =>
    (
      await readWorkbook(
        new Blob([
          packed({
            sheet: `<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>名称</v></c><c r="B1" t="str"><v>单价</v></c></row><row r="2"><c r="A2" t="str"><v>${first}</v></c><c r="B2"><f>SUM(B1:B1)</f></c></row></sheetData></worksheet>`,
          }) as BlobPart,
        ]),
      )
    ).notes.length
  assert.deepEqual([await notesWith('弯头'), await notesWith('合计')], [1, 0])
})

test('the headings of an export are read as what they are, whatever the parameters are called', () => {
  for (const [kind, more] of [
    ['product', '其他参数'],
    ['news', ''],
    ['case', '其他项目信息'],
    ['page', ''],
  ] as const) {
    const terms = more === '' ? [] : ['功率', '描述', '序号', '状态', '图片尺寸', '参数：电压', '名称', more]
    const heads = sheetHeads(kind, terms, more !== '')
    const uses = guessColumns(kind, heads)
    const own = heads.indexOf('状态')
    assert.equal(uses.indexOf('none'), own, kind)
    assert.equal(new Set(uses.slice(0, own)).size, own, 'each is another one')
    assert.deepEqual(uses.slice(0, own).includes('spec'), false, kind)
    assert.deepEqual(uses.slice(own), ['none', ...Array(terms.length).fill('spec'), ...(more ? ['specs'] : [])], kind)
  }
})

test('several parameters in a cell come back as they were, whatever they are', () => {
  const pairs = [
    { name: '功率', text: '5kW' },
    { name: '尺寸：长', text: '1:2：3' },
    { name: 'a:b', text: '第一行\n第二行' },
    { name: '反斜杠\\n', text: 'C:\\new' },
    { name: '空的', text: '' },
  ]
  assert.deepEqual(pairsInCell(cellOfPairs(pairs)), pairs)
  // As people write them.
  assert.deepEqual(pairsInCell(' 功率: 5kW \r\n\n没有值'), [{ name: '功率', text: '5kW' }])
})

test('what an export has marked against spreadsheets is read without its mark', () => {
  const typed = ['=1+1', '-20~60', '@home', "'=已有", '13800000001', '2024-01-02', '+86 533', '普通', "'引号"]
  const table = csv([
    ['名称', ...typed.map((_, n) => `列${n}`)],
    ['甲', ...typed],
  ])
  assert.deepEqual(readCsv(bytes(table))[1], ['甲', ...typed])
})

test('a long text of a CSV is not cut, and one that Excel has cut is named', () => {
  const long = '长'.repeat(40_000)
  assert.equal(readCsv(bytes(`标题,内容\n甲,${long}`))[1]?.[1], long)
  const cut: Rows = [
    ['标题', '内容'],
    ['甲', '长'.repeat(32_767)],
  ]
  const [row] = stageSheet({
    kind: 'news',
    rows: cut,
    uses: ['title', 'body'],
    files: [],
    existing: [],
    groupIdOf: () => undefined,
  })
  assert.match(row?.problem ?? '', /被Excel截掉/)
  assert.throws(() => readCsv(bytes(`名称${',x'.repeat(1_001)}\n甲${',1'.repeat(1_001)}`)), /超过1000列/)
})

const rows: Rows = [
  ['名称', '型号', '分类', '描述', '正文', '图片', '功率'],
  ['塔机监测', 'TK-200', '智慧工地', '一句话', '第一段\n<b>第二段', '', '2kW'],
  ['塔机监测', 'TK-2000', '新分类', '', '', 'http://old.example/a.jpg', ''],
  ['升降机', '', '', '', '<p>已有<script>x()</script></p>', '主图.PNG，没有.jpg', ''],
  ['升降机', '', '', '', '', '', ''],
  ['', 'X', '', '', '', '', ''],
  ['长', '', '', '', '', '', '长'.repeat(201)],
]
const plan = (
  existing: readonly Existing[] = [],
  given = files('TK-200.jpg', 'tk-200-2.jpg', 'TK-2000.jpg', 'TK-200.pdf', '主图.png'),
  isSame: IsSame = () => true,
) =>
  stageSheet({
    kind: 'product',
    rows,
    uses: guessColumns('product', rows[0] ?? []),
    files: given,
    existing,
    isSame,
    groupIdOf: (name) => (name === '智慧工地' ? 'zhgd' : undefined),
  })

test('each row is shown as it will be, with its files, and its faults beside it', () => {
  const [crane, other, lift, again, nameless, long] = plan()
  assert.deepEqual(crane?.fields, {
    coverName: '塔机监测',
    coverDescribe: '一句话',
    productCon: '<p>第一段</p><p>&lt;b&gt;第二段</p>',
    models: [{ model: 'TK-200', note: '' }],
    specs: [{ term: '功率', value: '2kW' }],
  })
  assert.deepEqual(
    [names(crane?.pictures ?? []), names(crane?.documents.map(({ file }) => file) ?? [])],
    [['TK-200.jpg', 'tk-200-2.jpg'], ['TK-200.pdf']],
  )
  assert.deepEqual(names(other?.pictures ?? []), ['http://old.example/a.jpg'], 'another model of the same name')
  assert.equal(other?.problem, undefined)
  assert.deepEqual([names(lift?.pictures ?? []), lift?.missing], [['主图.png'], ['没有.jpg']])
  assert.deepEqual(
    [again?.problem, nameless?.problem, long?.problem],
    [
      '和第4行重复，两个都要的话，请勾选“作为新的”',
      '网站上没有产品的型号是“X”，新增要有名称',
      '参数“功率”：参数的值不能超过200个字符',
    ],
  )
})

test('the same sheet again changes nothing, and what differs is named', () => {
  const before = plan().slice(0, 3)
  const existing = before.map(
    (row, index): Existing => ({
      id: `p${index}`,
      title: row.title,
      fields: {
        ...row.fields,
        coverUrl: '/uploads/a.png',
        documents: row.documents.map(({ name }) => ({ name, address: '/uploads/document/a.pdf' })),
        ...(row.group && { locationId: row.group === '智慧工地' ? 'zhgd' : row.group }),
      },
      draftVersion: 'v',
      basedOn: '',
    }),
  )
  assert.deepEqual(
    plan(existing)
      .slice(0, 3)
      .map((row) => [row.existing?.id, row.changes]),
    [
      ['p0', []],
      ['p1', []],
      ['p2', []],
    ],
  )
  const [first, ...others] = existing
  assert.ok(first)
  const changed = {
    ...first,
    title: '旧名字',
    fields: { ...first.fields, coverName: '旧名字', coverDescribe: '另一句' },
  }
  const [row] = plan([changed, ...others])
  assert.deepEqual(
    [row?.existing?.id, row?.ticked, row?.changes],
    ['p0', false, ['名称“旧名字” → “塔机监测”', '描述“另一句” → “一句话”']],
    'its model finds it, and its name is changed only where that is wanted',
  )
})

const stored = (index: number, row: SheetRow, more: Partial<Existing> = {}): Existing => ({
  id: `p${index}`,
  title: row.title,
  fields: {
    ...row.fields,
    coverUrl: '/uploads/a.png',
    pictures: ['/uploads/b.png'],
    documents: [{ name: 'TK-200', address: '/uploads/document/a.pdf' }],
    locationId: 'zhgd',
  },
  draftVersion: '',
  basedOn: 'v',
  ...more,
})

test('a picture or a document with other bytes is a change, whatever it is called', () => {
  const [row] = plan()
  assert.ok(row)
  const changes = (isSame: IsSame): unknown[] => {
    const [again] = plan([stored(0, row)], undefined, isSame)
    return [again?.changes, names(again?.pictures ?? []), again?.documents.length]
  }
  assert.deepEqual(
    changes(() => true),
    [[], [], 0],
  )
  assert.deepEqual(
    changes(() => false),
    [['图片', '资料'], ['TK-200.jpg', 'tk-200-2.jpg'], 1],
  )
  const isSecondOther: IsSame = (address, { name }) =>
    (name === 'TK-200.jpg' && address === '/uploads/a.png') || name.endsWith('.pdf')
  assert.deepEqual(changes(isSecondOther), [['图片'], ['TK-200.jpg', 'tk-200-2.jpg'], 0], 'in their order')
})

test('files that a record has already are not left over, and one that is names its folder', () => {
  const [row] = plan()
  assert.ok(row)
  const given = files('TK-200.jpg', 'tk-200-2.jpg', 'TK-200.pdf')
  const other = placed(new File(['x'], '1.jpg'), '/图片/旧的/1.jpg')
  const inCell = { row: 3, column: 5, file: new File(['x'], 'image1.jpeg') }
  const lift = { ...stored(1, row), title: '升降机', fields: { coverName: '升降机', coverUrl: '/uploads/a.png' } }
  const staged = stageSheet({
    kind: 'product',
    rows: rows.map((cells) => cells.map((cell, at) => (at === 5 ? '' : cell))),
    uses: guessColumns('product', rows[0] ?? []),
    files: [...given, other],
    pictures: [inCell],
    existing: [stored(0, row), lift],
    isSame: () => true,
    groupIdOf: () => 'zhgd',
  })
  assert.deepEqual(names(staged.flatMap(({ pictures }) => pictures)), [], 'none is sent')
  const matched = new Set(staged.flatMap((each) => each.matched))
  const words = '4个文件配上了'
  assert.equal(matchWords([...given, inCell.file], matched), words)
  assert.equal(matchWords([...given, inCell.file, other], matched), `${words}，1个没有用上：图片/旧的/1.jpg`)
})

test('a kind is explained in words of its own', () => {
  const product = columnWords('product') + fileWords('product', '产品')
  assert.match(product, /如名称、型号、产品位置、描述；别的列成为参数.*型号或名称是TK-200的，“TK-200-2\.jpg”/)
  const news = columnWords('news') + fileWords('news', '新闻')
  assert.match(news, /如标题、日期、描述、正文；别的列不导入。图片按.*“示例\.jpg”配给标题是示例的；/)
  for (const kind of ['news', 'case', 'page'] as const)
    assert.doesNotMatch(columnWords(kind) + fileWords(kind, '') + sampleRows(kind).join(), /产品|型号|TK-200|参数/)
})

test('an unchanged draft of an earlier part goes along, one of a page that is there waits to be asked for', () => {
  const [row] = plan()
  assert.ok(row)
  const again = (more: Partial<Existing>): unknown[] => {
    const [{ sort, ticked, isFixed, made } = row] = plan([stored(0, row, more)])
    return [sort, ticked, isFixed, made?.id]
  }
  assert.deepEqual(again({ draftVersion: '1', basedOn: '' }), ['已经是草稿', true, false, 'p0'])
  assert.deepEqual(again({ draftVersion: '1', basedOn: 'v' }), ['已经是草稿', false, false, 'p0'])
  for (const more of [{ unpublished: { coverName: '同事' } }, { off: '已下线' }])
    assert.deepEqual(again({ draftVersion: '1', basedOn: '', ...more }), ['没有变化', false, true, undefined])
  assert.deepEqual(again({}), ['没有变化', false, true, undefined])
})

test('a text is compared as it is kept', () => {
  const [row] = plan()
  assert.ok(row)
  const kept = { ...stored(0, row), fields: { ...stored(0, row).fields, productCon: '<p>甲</p>' } }
  const changesOf = (body: string): readonly string[] | undefined =>
    stageSheet({
      kind: 'product',
      rows: [
        ['名称', '正文'],
        ['塔机监测', body],
      ],
      uses: ['title', 'body'],
      files: [],
      existing: [kept],
      keptText: (html) => html.replace(/<script>.*<\/script>/, ''),
      groupIdOf: () => undefined,
    })[0]?.changes
  assert.deepEqual(changesOf('<p>甲</p><script>x()</script>'), [])
  assert.deepEqual(changesOf('<p><strong>甲</strong></p>'), ['正文'], 'what it looks like counts')
})

test('a row has the pictures of its cells unless files are called like it, and what lies in a folder of its name', () => {
  const heads = ['名称', '封面图片', '横幅图片']
  const picture = (row: number, column: number, name: string) => ({ row, column, file: new File(['x'], name) })
  const [first, second, third] = stageSheet({
    kind: 'case',
    rows: [heads, ['甲', '', ''], ['乙', '', ''], ['丙', '', '']],
    uses: guessColumns('case', heads),
    files: [...files('乙.jpg'), placed(new File(['x'], '1.jpg'), '/案例/丙/1.jpg')],
    pictures: [
      picture(1, 1, 'image1.png'),
      picture(1, 2, 'image2.png'),
      picture(2, 1, 'image3.png'),
      picture(0, 0, 'logo.png'),
    ],
    existing: [],
    groupIdOf: () => undefined,
  })
  assert.deepEqual(
    [first, second, third].map((row) => [names(row?.pictures ?? []), names([...(row?.otherPictures.values() ?? [])])]),
    [
      [['image1.png'], ['image2.png']],
      [['乙.jpg'], []],
      [['1.jpg'], []],
    ],
  )
})

test('any of its models finds a product, which keeps them', () => {
  const models = [
    { model: 'TK-100', note: '单机' },
    { model: 'TK-200', note: '群塔' },
  ]
  const record = (fields: object): Existing => ({
    id: 'p',
    title: '旧名字',
    fields: { coverName: '旧名字', ...fields },
    draftVersion: 'v',
    basedOn: '',
  })
  const [several] = plan([record({ models })])
  assert.deepEqual([several?.existing?.id, several?.fields.models], ['p', models])
  assert.doesNotMatch(several?.changes.join() ?? '', /型号/)
})

const known = (id: string, title: string, ...models: string[]): Existing => ({
  id,
  title,
  fields: { coverName: title, models: models.map((model) => ({ model, note: '' })) },
  draftVersion: '',
  basedOn: 'v',
})
interface Recognised {
  title: string
  existing: readonly Existing[]
  /** 名称, 型号, 网站编号 */
  rows: readonly string[][]
  /** The record that each row changes, or `new`, or its problem. */
  expected: readonly string[]
}
const outcomes = ({ existing, rows: cells }: Omit<Recognised, 'title' | 'expected'>): string[] =>
  stageSheet({
    kind: 'product',
    rows: [['名称', '型号', '网站编号'], ...cells],
    uses: ['title', 'model', 'id'],
    files: [],
    existing,
    groupIdOf: () => undefined,
  }).map((row) => row.problem ?? row.existing?.id ?? 'new')

const flat = known('flat', '平垫圈', 'GB/T 97.1')
const large = known('large', '大垫圈', 'GB/T 97.1')
const recognised: Recognised[] = [
  {
    title: 'products that share a model',
    existing: [flat, large],
    rows: [
      ['大垫圈', 'GB/T 97.1'],
      ['平垫圈', 'GB/T 97.1'],
      ['弹簧垫圈', 'GB/T 97.1'],
    ],
    expected: ['large', 'flat', 'new'],
  },
  {
    title: 'a model that one product has and several rows',
    existing: [flat],
    rows: [
      ['大垫圈', 'GB/T 97.1'],
      ['弹簧垫圈', 'GB/T 97.1'],
    ],
    expected: ['new', 'new'],
  },
  {
    title: 'another model of the same name',
    existing: [known('bolt', '螺栓', 'GB/T 1228')],
    rows: [['螺栓', 'GB/T 1228-2006']],
    expected: ['new'],
  },
  {
    title: 'one name without a model, and a row with one',
    existing: [known('crane', '塔机')],
    rows: [['塔机', 'A']],
    expected: ['crane'],
  },
  {
    title: 'one name without a model, and two rows with one each',
    existing: [known('crane', '塔机')],
    rows: [
      ['塔机', 'A'],
      ['塔机', 'B'],
    ],
    expected: ['new', 'new'],
  },
  {
    title: 'a name alone, which one has and which two have',
    existing: [flat, large, known('thick', '大垫圈', 'GB/T 5287')],
    rows: [
      ['平垫圈', ''],
      ['大垫圈', ''],
    ],
    expected: ['flat', '网站上有2个同名的，分不清是哪一个'],
  },
  {
    title: 'two that are the same in both, as often as the site has them',
    existing: [known('a', '垫圈', 'M6'), known('b', '垫圈', 'M6')],
    rows: [
      ['垫圈', 'M6'],
      ['垫圈', 'M6'],
      ['垫圈', 'M6'],
    ],
    expected: ['a', 'b', '和第2行重复，两个都要的话，请勾选“作为新的”'],
  },
  {
    title: 'the rows of an export, one of them under another name, and a copied one',
    existing: [flat, large, known('bolt', '螺栓', 'M8')],
    rows: [
      ['加厚垫圈', 'GB/T 97.1', 'large'],
      ['平垫圈', 'GB/T 97.1', 'flat'],
      ['螺栓', 'M8', 'bolt'],
      ['螺母', 'M8', 'bolt'],
    ],
    expected: ['large', 'flat', 'bolt', 'new'],
  },
]
recognised.push({
  title: 'a model without a name',
  existing: [flat, large, known('bolt', '螺栓', 'M8')],
  rows: ['M8', 'GB/T 97.1', 'X-1', 'M8'].map((model) => ['', model]),
  expected: [
    'bolt',
    '网站上有2个产品的型号是“GB/T 97.1”，分不清是哪一个',
    '网站上没有产品的型号是“X-1”，新增要有名称',
    '和第2行重复',
  ],
})
for (const { title, expected, ...given } of recognised)
  test(`a row finds its product: ${title}`, () => assert.deepEqual(outcomes(given), expected))

test('a row that would change a record, could not say which, or stands twice can be a new one', () => {
  const staged = (existing: Existing[], asNew = {}, again: string[][] = []) =>
    stageSheet({
      kind: 'product',
      rows: [['名称', '描述'], ['平垫圈', '镀锌'], ...again],
      uses: ['title', 'intro'],
      files: [],
      existing,
      asNew,
      groupIdOf: () => undefined,
    }).map(({ sort, problem, existing: found, canBeNew }) => [problem ?? sort, found?.id, canBeNew])
  assert.deepEqual(staged([flat]), [['修改', 'flat', true]])
  assert.deepEqual(staged([flat], { '-2': true }), [['新增', undefined, true]])
  assert.deepEqual(staged([flat, known('other', '平垫圈', 'M9')]), [
    ['网站上有2个同名的，分不清是哪一个', undefined, true],
  ])
  assert.deepEqual(staged([flat, known('other', '平垫圈', 'M9')], { '-2': true }), [['新增', undefined, true]])
  assert.deepEqual(staged([]), [['新增', undefined, false]])
  const twice = staged([], { '-3': true }, [['平垫圈', '发黑']])
  assert.deepEqual(twice[1], ['新增', undefined, true])
  assert.deepEqual(staged([], {}, [['平垫圈', '发黑']])[1]?.[2], true)
})

test('a text brings the documents that it links, and says what it will not bring', () => {
  const html = '<p>看<a href="/d/file/p/a.pdf">样本</a>和<a href="/d/b.pdf">旧样本</a><embed src="/d/c.mp4"></p>'
  const [full, empty] = stageSheet({
    kind: 'news',
    rows: [
      ['标题', '正文'],
      ['展会', html],
      ['放假', ''],
    ],
    uses: ['title', 'body'],
    files: files('a.pdf'),
    existing: [],
    groupIdOf: () => undefined,
  })
  assert.deepEqual([...(full?.textPictures.keys() ?? [])], ['/d/file/p/a.pdf'])
  assert.deepEqual([full?.missing, full?.notes], [['b.pdf'], ['正文里嵌入的网页或视频没有带过来']])
  assert.deepEqual([full?.lost, empty?.lost, empty?.notes], [full?.notes, [], ['没有正文']])
})

test('a new product says which ones have its name, and the row of an export takes the place of its models', () => {
  const planWith = (cells: string[]) =>
    stageSheet({
      kind: 'product',
      rows: [['名称', '型号', '网站编号'], cells],
      uses: ['title', 'model', 'id'],
      files: [],
      existing: [flat, { ...flat, id: 'off', off: '已下线' }],
      groupIdOf: () => undefined,
    })[0]
  assert.deepEqual(
    [planWith(['平垫圈', 'GB/T 97.2'])?.facts, planWith(['螺母', 'M8'])?.facts],
    [
      ['新增，和网站上的GB/T 97.1、GB/T 97.1（已下线）同名', '型号：GB/T 97.2'],
      ['新增', '型号：M8'],
    ],
  )
  const own = planWith(['平垫圈', 'GB/T 97.1-2002', 'flat'])
  assert.deepEqual([own?.existing?.id, own?.fields.models], ['flat', [{ model: 'GB/T 97.1-2002', note: '' }]])
})

test('news of one title are those of their days', () => {
  const newsOf = (id: string, day: string): Existing => ({
    id,
    title: '放假通知',
    fields: { newTitle: '放假通知', createDate: `${day} 09:30:00` },
    draftVersion: '',
    basedOn: 'v',
  })
  const plan = (existing: readonly Existing[], ...days: string[]) =>
    stageSheet({
      kind: 'news',
      rows: [['标题', '日期'], ...days.map((day) => ['放假通知', day])],
      uses: ['title', 'date'],
      files: [],
      existing,
      groupIdOf: () => undefined,
    }).map((row) => row.problem ?? row.existing?.id ?? row.facts.join())
  const both = [newsOf('last', '2024-04-28'), newsOf('this', '2025-04-28')]
  assert.deepEqual(plan(both, '2025-04-28', '2026-4-28', '2024/4/28'), [
    'this',
    '新增，和网站上的2024-04-28、2025-04-28同名,日期：2026-4-28',
    'last',
  ])
  assert.deepEqual(plan([], '2024-04-28', '2025-04-28', '2025-04-28'), [
    '新增,日期：2024-04-28',
    '新增,日期：2025-04-28',
    '和第3行重复，两个都要的话，请勾选“作为新的”',
  ])
  assert.deepEqual(plan(both, ''), ['网站上有2个同名的，分不清是哪一个'])
  assert.deepEqual(plan(both.slice(1), ''), ['this'])
})

test('the sample of each kind is read as what it says', () => {
  for (const kind of ['product', 'news', 'case'] as const) {
    const rows = readCsv(bytes(csv(sampleRows(kind))))
    const uses = guessColumns(kind, rows[0] ?? [])
    assert.deepEqual(new Set(uses).size, uses.length, kind)
    const picture = kind === 'product' ? 'TK-200.jpg' : '示例.jpg'
    const [row] = stageSheet({ kind, rows, uses, files: files(picture), existing: [], groupIdOf: () => undefined })
    assert.deepEqual([row?.problem, names(row?.pictures ?? [])], [undefined, [picture]], kind)
  }
})

test('parameters that the sheet has no column for stay, with what is highlighted', () => {
  const before: Existing = {
    id: 'p',
    title: '塔机监测',
    fields: {
      coverName: '塔机监测',
      specs: [
        { term: '型号', value: 'TK-200', key: false },
        { term: '功率', value: '1kW', key: true },
        { term: '重量', value: '3t', key: true },
      ],
    },
    draftVersion: '',
    basedOn: 'v',
  }
  const planWith = (value: string) =>
    stageSheet({
      kind: 'product',
      rows: [
        ['名称', '型号', '功率', '电压'],
        ['塔机监测', 'TK-200', value, '220V'],
      ],
      uses: ['title', 'model', 'spec', 'spec'],
      files: [],
      existing: [before],
      groupIdOf: () => undefined,
    })[0]
  assert.deepEqual(planWith('2kW')?.fields.specs, [
    { term: '型号', value: 'TK-200', key: false },
    { term: '功率', value: '2kW', key: true },
    { term: '重量', value: '3t', key: true },
    { term: '电压', value: '220V' },
  ])
  assert.deepEqual(
    (planWith('')?.fields.specs as { term: string }[]).map(({ term }) => term),
    ['型号', '重量', '电压'],
    'an empty cell takes it out',
  )
})

test('a case has its address, its pictures and its facts', () => {
  const heads = ['名称', '介绍', '页面地址', '横幅图片', '封面图片', '正文', '面积', '地点']
  const [first, second, third] = stageSheet({
    kind: 'case',
    rows: [
      heads,
      [
        '黄河大厦',
        '一句话',
        '',
        '宽.jpg',
        '主.jpg',
        '<p><img src="/uploads/quill/图.png" alt=""></p>',
        '3万平',
        '济南',
      ],
      ['黄河大厦二期', '一句话', '/xiangmuanli/abc', '', '', '', '', ''],
      ['旧案例', '另一句', '', '', '', '', '', ''],
    ],
    uses: guessColumns('case', heads),
    files: files('宽.jpg', '主.jpg', '图.png'),
    existing: [
      {
        id: 'c',
        title: '旧案例',
        fields: { caseName: '旧案例', casePath: '/xiangmuanli/jal', caseIntro: '一句' },
        draftVersion: '',
        basedOn: 'v',
      },
    ],
    groupIdOf: () => undefined,
  })
  assert.deepEqual(first?.fields, {
    caseName: '黄河大厦',
    caseIntro: '一句话',
    caseBody: '<p><img src="/uploads/quill/图.png" alt=""></p>',
    casePath: '/xiangmuanli/hhds',
    details: [
      { term: '面积', description: '3万平' },
      { term: '地点', description: '济南' },
    ],
  })
  assert.deepEqual(
    [names(first?.pictures ?? []), [...(first?.otherPictures ?? [])].map(([field, file]) => [field, names([file])])],
    [['主.jpg'], [['caseBanner', ['宽.jpg']]]],
  )
  assert.deepEqual([...(first?.textPictures.keys() ?? [])], ['/uploads/quill/图.png'])
  assert.equal(second?.fields.casePath, '/xiangmuanli/abc')
  assert.equal(third?.fields.casePath, '/xiangmuanli/jal', 'what it has already')
  assert.deepEqual(third?.changes, ['介绍“一句” → “另一句”'])
})

test('what one row asks for by its name is no other row’s, and a document has the name that visitors read', () => {
  const heads = ['名称', '图片', '资料']
  const [pump, other] = stageSheet({
    kind: 'product',
    rows: [heads, ['消防泵', '', ''], ['消防泵 A', '消防泵 A.jpg', '说明书 <消防泵 A 说明书.pdf>']],
    uses: guessColumns('product', heads),
    files: files('消防泵 A.jpg', '消防泵 A 说明书.pdf'),
    existing: [],
    groupIdOf: () => undefined,
  })
  assert.deepEqual([pump?.pictures.length, pump?.documents.length], [0, 0])
  assert.deepEqual(names(other?.pictures ?? []), ['消防泵 A.jpg'])
  assert.deepEqual(
    other?.documents.map(({ name, file }) => [name, file.name]),
    [['说明书', '消防泵 A 说明书.pdf']],
  )
})

test('the columns of a table of a database are known by their names', () => {
  assert.deepEqual(guessColumns('news', ['id', 'title', 'newstime', 'smalltext', 'titlepic', 'newstext', 'onclick']), [
    'none',
    'title',
    'date',
    'intro',
    'pictures',
    'body',
    'none',
  ])
})

test('days are read as people write them', () => {
  for (const [written, read] of [
    ['2024-3-1', '2024-03-01 00:00:00'],
    ['2024/03/01 8:30', '2024-03-01 08:30:00'],
    ['2024年3月1日', '2024-03-01 00:00:00'],
    ['2024-03-01 08:30:15', '2024-03-01 08:30:15'],
    ['20240301', '2024-03-01 00:00:00'],
    ['1610672400', '2021-01-15 09:00:00'],
    ['2024-02-30', ''],
    ['昨天', ''],
  ] as const)
    assert.equal(dateOf(written), read, written)
})

test('the marks of a previewed page are no part of a text that was copied from it, and a flag stays', () => {
  const mark = '\u{E0001}\u{E0061}\u{E007F}'
  assert.equal(printable(`${mark}塔机\u{E0002}\u{E0061}\u{E007F}`), '塔机')
  assert.equal(
    printable('🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}'),
    '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
  )
})
