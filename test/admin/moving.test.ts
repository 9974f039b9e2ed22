import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type MovedKind, type MovedRecord, picturesIn } from '../../contract/kinds/movedRecords.ts'
import { pictureFinder, webAddress } from '../../client/admin/import/movedPictures.ts'
import { sourceIn } from '../../client/admin/import/sources.ts'
import { type KnownRecords, noChoices, stageMoved, withLists } from '../../client/admin/import/stageMoved.ts'
import { groupMeant } from '../../client/admin/import/groups.ts'
import { alongsideNotes } from '../../client/admin/import/staged.ts'

const dropped = (...paths: string[]): File[] =>
  paths.map((path) => {
    const file = new File(['x'], path.replace(/^.*\//, ''))
    Object.defineProperty(file, 'webkitRelativePath', { value: path })
    return file
  })

test('a picture is found by its path in what was dropped, and never by one that leads out of it', () => {
  const [a, b, plain] = dropped('upload/image/2018/a.png', 'upload/image/2019/a.png', 'uploads/塔机.jpg')
  const find = pictureFinder([a, b, plain] as File[])
  assert.equal(find('/static/upload/image/2019/a.png'), b)
  assert.equal(find('http://old.cn/static/upload/image/2018/A.png?x=1'), a)
  assert.equal(find('/wp-content/uploads/%E5%A1%94%E6%9C%BA-300x200.jpg'), plain, 'a smaller copy of WordPress')
  assert.equal(find('/other/a.png'), undefined, 'another picture of the same name')
  assert.equal(find('../../static/upload/image/2019/a.png'), b, 'written from the page that it is in')
  for (const path of ['/static/upload/image/2018/../2019/a.png', '../../a.png', '/..%2f..%2fa.png', '']) {
    assert.equal(find(path), undefined, path)
  }
})

test('only web addresses are fetched', () => {
  assert.deepEqual(
    [
      '//o.cn/a.jpg',
      'http://o.cn/a.jpg',
      '/a.jpg',
      'javascript:alert(1)',
      'file:///etc/passwd',
      'data:image/png;base64,x',
    ].map(webAddress),
    ['http://o.cn/a.jpg', 'http://o.cn/a.jpg', '', '', '', ''],
  )
  assert.deepEqual(picturesIn(`<img alt=x src="a"><IMG src='b'><img src=c&amp;d><img><img ${'<img '.repeat(50_000)}`), [
    'a',
    'b',
    'c&d',
  ])
})

const record = (more: Partial<MovedRecord>): MovedRecord => ({
  key: `${more.title}${more.date}`,
  kind: 'news',
  column: '动态',
  title: '放假',
  date: '2020-01-01 00:00:00',
  intro: '',
  html: '<p>x</p>',
  pictures: [],
  specs: [],
  pinned: false,
  hidden: false,
  path: '',
  from: [],
  notes: [],
  ...more,
})
const groups = [
  { id: 'cpxt', name: '关了的', parent: '', on: false },
  { id: 'zhgd', name: '第一类', parent: '', on: true },
]
const nothing: KnownRecords = { existing: {}, examples: new Set(), paths: {}, leading: new Set(), groups }
const published = (id: string, title: string, fields = {}) => ({ id, title, fields, draftVersion: '', basedOn: 'v1' })
const none = () => undefined

test('what this site has already is not moved again: published ones are done, drafts go on', () => {
  const records = [
    record({ date: '2019-01-01 08:00:00' }),
    record({ date: '2020-01-01 08:00:00' }),
    record({ title: '水泵', kind: 'product' }),
    record({ title: '水泵', kind: 'product', key: 'second' }),
    record({ title: '阀门', kind: 'product' }),
  ]
  const unpublished = { unpublished: { coverName: '李娜' }, draftVersion: '2026-11-30T12:20:00.000+08:00', basedOn: '' }
  const theirs = { ...published('3', '阀门'), ...unpublished }
  const existing = {
    news: [published('1', '放假', { newTitle: '放假', newInfo: '<p>y</p>', createDate: '2019-01-01 09:00:00' })],
    product: [{ ...published('2', '水泵'), draftVersion: 'd1', basedOn: '' }, theirs],
  }
  const known = { ...nothing, existing }
  assert.deepEqual(
    stageMoved(records, noChoices, known, none).map(({ ticked, problem, made }) => [ticked, problem, made?.id]),
    [
      [false, '已经有了，不用再搬', '1'],
      [true, undefined, undefined],
      [true, undefined, '2'],
      [true, undefined, undefined],
      [false, undefined, '3'],
    ],
  )
  const [row] = stageMoved(records.slice(4), noChoices, known, none).map(alongsideNotes)
  assert.deepEqual(row, ['李娜还有没发布的修改（11-30 12:20）：产品名称，没有勾选'])
})

test('what a sheet has brought before gets the text and the old addresses of the old site, and keeps its own', () => {
  const from = ['/product/12.html']
  const shown = published('2', '水泵', {
    coverName: '水泵',
    coverUrl: '/uploads/a.png',
    productCon: '',
    price: '100元',
    specs: [],
    createDate: 'x',
  })
  const specs = [{ term: '起订量', value: '10支' }]
  const more = { title: '水泵', kind: 'product', from, price: '90元', specs, pictures: ['/b.png'] } as const
  const staged = (product: KnownRecords['existing']['product'], leading: readonly string[] = []) => {
    const [row] = stageMoved(
      [record(more)],
      noChoices,
      { ...nothing, existing: { product: product ?? [] }, leading: new Set(leading) },
      () => new File(['x'], 'b.png'),
    )
    assert.ok(row)
    return row
  }
  const filled = staged([shown])
  assert.deepEqual(filled.fields, {
    productCon: '<p>x</p>',
    specs,
  })
  assert.deepEqual(
    [
      filled.ticked,
      filled.sort,
      filled.facts.at(-1),
      filled.pictures.length,
      filled.group,
      filled.existing,
      filled.made,
    ],
    [true, '补充', '已经有了，补上正文、参数', 0, '', shown, undefined],
  )
  const whole = { ...shown, fields: { ...shown.fields, productCon: '<p>y</p>', specs: [{}] } }
  for (const known of [whole, { ...shown, draftVersion: 'd1' }]) {
    const { ticked, sort, facts, existing, made } = staged([known])
    assert.deepEqual(
      [ticked, sort, facts.at(-1), existing, made?.id],
      [true, '已经有了', '已经有了，只让旧地址跳过去', undefined, '2'],
    )
  }
  assert.equal(staged([whole], from).problem, '已经有了，不用再搬')
  assert.equal(staged([{ ...shown, basedOn: '', off: '已下线' }]).ticked, false)
  const renamed = staged(undefined, from)
  assert.deepEqual(
    [renamed.ticked, renamed.isFixed, renamed.notes],
    [false, false, ['旧地址已经跳到网站上的一页，勾选会再搬一份']],
  )
})

test('what was moved as another kind than is guessed is that, until someone chooses', () => {
  const records = ['甲泵', '乙泵', '丙泵'].map((title) => record({ title, column: '水泵' }))
  const draft = { draftVersion: 'd1' }
  const existing = {
    news: [{ ...published('1', '乙泵', { createDate: '2020-01-01' }), ...draft }],
    product: [published('2', '甲泵'), published('3', '乙泵')].map((each) => ({ ...each, ...draft })),
    page: [published('x', '丙泵')],
  }
  const known = { ...nothing, existing, examples: new Set(['x']) }
  const kindsBy = (choices: typeof noChoices) =>
    stageMoved(records, choices, known, none).map(({ kind, sort }) => [kind, sort])
  assert.deepEqual(kindsBy(noChoices), [
    ['product', '已经有了'],
    ['news', '已经有了'],
    ['news', '新闻'],
  ])
  assert.deepEqual(kindsBy({ ...noChoices, columns: { 水泵: 'case' } })[0], ['case', '案例'])
})

test('an example of the starter gives way to a page of its title, and stays one of its menu', () => {
  const known = {
    ...nothing,
    existing: { page: [published('xiazai', '下载中心', { pageTitle: '下载中心' })] },
    examples: new Set(['xiazai']),
  }
  const [row] = stageMoved([record({ kind: 'page', title: '下载中心', notes: ['没有正文'] })], noChoices, known, none)
  assert.deepEqual(
    [row?.ticked, row?.problem, row?.made, row?.facts.at(-1)],
    [true, undefined, undefined, '换下这一页的示例'],
  )
  assert.deepEqual(
    [row?.existing?.id, row?.existing?.basedOn, row?.existing?.draftVersion],
    ['xiazai', 'v1', ''],
    'it is changed, not made beside it',
  )
  assert.equal('pagePath' in (row?.fields ?? {}), false, 'its address stays')
  assert.deepEqual(row?.lost, ['没有正文'], 'the report says it as well')
})

test('columns and single records can become something else, and what was hidden is not ticked', () => {
  const records = [
    record({ key: 'a' }),
    record({ key: 'b' }),
    record({ key: 'c', hidden: true }),
    record({ key: 'd', title: '' }),
    record({ key: 'e', kind: 'page', column: '留言', html: '' }),
    record({ key: 'f', column: '别的', title: '长'.repeat(300) }),
    record({ key: 'g', column: '空的', html: ' ' }),
    record({ key: 'h', column: '空的', html: '', pictures: ['/a.jpg'] }),
    record({ key: 'i', column: '空的', kind: 'product', html: '' }),
  ]
  const choices = { columns: { 动态: 'case', 别的: 'none' }, kinds: { b: 'page' }, ticks: {}, groups: {} } as const
  assert.deepEqual(
    stageMoved(records, choices, nothing, none).map(({ kind, ticked }) => [kind, ticked]),
    [
      ['case', true],
      ['page', true],
      ['case', false],
      ['case', false],
      ['page', false],
      ['news', false],
      ['news', false],
      ['news', true],
      ['product', true],
    ],
  )
  const [, , hidden, untitled, , long] = stageMoved(
    records,
    { ...noChoices, ticks: { c: true, d: true } },
    nothing,
    none,
  )
  assert.deepEqual([hidden?.ticked, untitled?.problem, long?.title.length], [true, '没有标题，不能搬', 200])
})

test('pictures that are in a folder or on the web are found, the others are missing', () => {
  const [file] = dropped('upload/a.jpg')
  const records = [
    record({ pictures: ['/upload/a.jpg'], html: '<img src="/upload/b.jpg"><img src="https://o.cn/c.jpg">' }),
  ]
  const [row] = stageMoved(records, noChoices, nothing, pictureFinder([file as File]))
  assert.deepEqual(
    [row?.pictures, [...(row?.textPictures ?? [])], row?.missing],
    [[file], [['https://o.cn/c.jpg', 'https://o.cn/c.jpg']], ['/upload/b.jpg']],
  )
})

test('documents of the folder that a text links come along, and those that nobody has are named', () => {
  const [manual] = dropped('upload/说明书.pdf')
  const link = (address: string): string => `<a href="${address}">x</a>`
  const html = ['/upload/说明书.pdf', '/upload/b.docx', 'http://o.cn/c.pdf', '/news/1.html'].map(link).join('')
  const [row] = stageMoved([record({ html })], noChoices, nothing, pictureFinder([manual as File]))
  assert.deepEqual(
    [[...(row?.textPictures ?? [])], row?.missing],
    [[['/upload/说明书.pdf', manual]], ['/upload/b.docx']],
  )
})

test('the list of a column leads to where most of what lies in it goes, as it was chosen at last', () => {
  const guessed: [column: string, above: string, kind?: MovedKind][] = [
    ['管件', ''],
    ['水泵', '', 'product'],
    ['水泵', '', 'product'],
    ['弯头', '管件'],
    ['工程', '实绩'],
    ['介绍', ''],
    ['离心泵', '泵类'],
    ['排污泵', '泵类'],
  ]
  const records = guessed.map(([column, above, kind = 'news'], index) =>
    record({ key: `${index}`, column, kind, ...(above && { above }) }),
  )
  const columns = {
    水泵: 'case',
    弯头: 'product',
    工程: 'case',
    介绍: 'page',
    离心泵: 'product',
    排污泵: 'product',
  } as const
  const rows = stageMoved(records, { ...noChoices, columns, kinds: { 1: 'product', 2: 'product' } }, nothing, none)
  const lists = ['管件', '水泵', '弯头', '实绩', '介绍', '泵类', '空的'].map((column) => ({
    from: `/${column}/`,
    to: '/xwdt',
    column,
  }))
  const { lists: others } = withLists(rows, [...lists, { from: '/rss/', to: '/xwdt' }])
  const ofGroup = '/product?locationId='
  assert.deepEqual(
    rows.flatMap(({ key, lists: own = [] }) => own.map(({ from, to }) => [key, from, to])),
    [
      ['1', '/水泵/', ofGroup],
      ['3', '/管件/', ofGroup],
      ['3', '/弯头/', ofGroup],
      ['5', '/介绍/', ''],
    ],
  )
  assert.deepEqual(others, [
    { from: '/实绩/', to: '/xiangmuanli' },
    { from: '/泵类/', to: '/product' },
    { from: '/空的/', to: '/xwdt' },
    { from: '/rss/', to: '/xwdt' },
  ])
})

test('a dump in several files is one, in the order of their numbers', async () => {
  const files = ['a-10.sql', 'a-2.sql', 'a-1.sql', 'b.jpg'].map((name) => new File([`${name}\n`], name))
  const source = sourceIn(files)
  assert.deepEqual([source?.name, await source?.text()], ['a-1.sql', 'a-1.sql\na-2.sql\na-10.sql\n'])
  assert.equal(sourceIn(files.slice(3)), undefined)
})

test('a column becomes a group below the uppermost one that it lies in, but for what all of them lie in', () => {
  const columns: [column: string, above?: string][] = [
    ['产品中心'],
    ['管件', '产品中心'],
    ['弯头', '管件'],
    ['长半径', '弯头'],
    ['阀门', '产品中心'],
    ['公司新闻', '新闻'],
  ]
  const records = columns.map(([column, above]) =>
    record({ key: column, column, kind: above === '新闻' ? 'news' : 'product', ...(above && { above }) }),
  )
  assert.deepEqual(
    stageMoved(records, noChoices, nothing, none).map(({ group }) => group),
    ['产品中心', '管件', '管件 › 弯头', '管件 › 长半径', '阀门', ''],
  )
  const pumps = [record({ key: 'a', column: '离心泵', above: '水泵' })]
  const [pump] = stageMoved(pumps, { ...noChoices, columns: { 离心泵: 'product' } }, nothing, none)
  assert.equal(pump?.group, '水泵 › 离心泵')
  const all = ['水泵', '离心泵'].map((column) =>
    record({ key: column, column, kind: 'product', ...(column === '离心泵' && { above: '水泵' }) }),
  )
  assert.deepEqual(
    stageMoved(all, noChoices, nothing, none).map(({ group }) => group),
    ['水泵', '水泵 › 离心泵'],
    'one that all of them lie in is a group where it says more than that it has products',
  )
})

test('a group of a source is one of the site, or a new one, below another where a slash or an arrow says so', () => {
  const present = [
    { id: 'zhgd', name: '管件', parent: '', on: true },
    { id: 'g1', name: '法兰', parent: 'zhgd', on: true },
    { id: 'jzbh', name: '泵/阀', parent: '', on: true },
  ]
  const cells = ['管件', '法兰', '管件/法兰', '管件＞弯头', '阀门 / 球阀', '泵/阀', '仪表', '/', '管件 › 法兰']
  const meant = [
    '管件',
    '管件 › 法兰',
    '管件 › 法兰',
    '管件 › 弯头',
    '阀门 › 球阀',
    '泵/阀',
    '仪表',
    '/',
    '管件 › 法兰',
  ]
  assert.deepEqual(
    cells.map((cell) => groupMeant(present, cell)),
    meant,
  )
})

test('a folder or nothing is no group: its products are in the first one, or where they are put', () => {
  const records = ['/product/', '', '阀门'].map((column) => record({ key: column, column, kind: 'product' }))
  const groupsBy = (groups: Record<string, string>): string[] =>
    stageMoved(records, { ...noChoices, groups }, nothing, none).map(({ group }) => group)
  assert.deepEqual(groupsBy({}), ['第一类', '第一类', '阀门'])
  assert.deepEqual(groupsBy({ '/product/': '水泵', 阀门: '水泵' }), ['水泵', '第一类', '水泵'])
})
