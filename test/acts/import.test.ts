import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Operation, ownGroupList, type SentRow, type StagedInput } from '../../contract/calls/operations.ts'
import { as, type OperatedSite, operatedSite } from './site.ts'

const row = (key: string, fields: object, more: Partial<StagedInput> & { id?: string } = {}): SentRow => {
  const { id = '', ...others } = more
  const staged = { key, title: key, fields: { coverName: key, ...fields }, group: '', ...others }
  return { kind: 'product', id, staged: staged as StagedInput }
}
const started = (site: OperatedSite, rows: SentRow[], options: object = {}): Promise<Operation> =>
  site.operation('start', { what: 'import', rows, options, more: true })
const imported = async (site: OperatedSite, rows: SentRow[], options: object = {}): Promise<Operation> =>
  site.ended(await site.operation('go', { id: (await started(site, rows, options)).id }))
const products = async ({ call }: OperatedSite, show = 'all'): Promise<Record<string, string>[]> =>
  (await call('product/list', { limit: 1000, show })).data.data
const names = async (site: OperatedSite, show?: string): Promise<string[]> =>
  (await products(site, show)).map(({ coverName = '' }) => coverName)
const idOf = async (site: OperatedSite, name: string): Promise<string> =>
  (await products(site)).find(({ coverName }) => coverName === name)?.productId ?? ''
const trashedId = async ({ call }: OperatedSite, name: string): Promise<string> =>
  (await call('trash/list', { limit: 100 })).data.data.find(({ title }: { title: string }) => title === name)?.id
const groupNames = async ({ call }: OperatedSite): Promise<string[]> =>
  (await call('site/detail')).data.groups.map(({ name }: { name: string }) => name)
const leads = async ({ call }: OperatedSite): Promise<[string, string][]> =>
  (await call('redirect/list')).data.data.map(({ from, to }: { from: string; to: string }) => [from, to])

const publish = async (site: OperatedSite, ids: string[]): Promise<Operation> =>
  site.ended(await site.operation('start', { what: 'publish', rows: ids.map((id) => ({ kind: 'product', id })) }))

const editor = async ({ call, server }: OperatedSite): ReturnType<typeof as> => {
  const { data } = await call('account/save', { name: '李工', role: 'editor' })
  return as(server, { username: '李工', password: data.password })
}

test('an import makes drafts with their groups and old addresses, and an undo leaves them in the trash alone', async (t) => {
  const site = await operatedSite(t)
  const { call, undo } = site
  const { productId: id } = (await call('product/saveProduct', { coverName: '塔机', locationId: 'zhgd' })).data
  await call('draft/save', { kind: 'product', id, fields: { coverDescribe: '旧' } })
  const before = await Promise.all([
    products(site),
    groupNames(site),
    leads(site),
    call('draft/detail', { kind: 'product', id }),
  ])
  const version = before[3].data.version

  const done = await imported(
    site,
    [
      row(
        '甲',
        { coverDescribe: '一', models: [{ model: 'A-1', note: '' }] },
        {
          group: '电缆',
          redirects: [
            { from: '/a.html', to: '' },
            { from: '/dianlan/', to: ownGroupList },
          ],
        },
      ),
      row('乙', {}, { group: '智慧工地产品', redirects: [{ from: '/list/1.html', to: '/product' }] }),
      row('塔机', { coverDescribe: '新' }, { id, draftVersion: version }),
    ],
    { groups: ['电缆', '智慧工地产品'], expected: 3, source: 's' },
  )
  assert.deepEqual([done.state, done.total, done.done, done.failed, done.words], ['done', 3, 3, [], []])
  assert.deepEqual(done.titles, ['甲 A-1', '乙', '塔机'])
  const made = await idOf(site, '甲')
  const { data } = await call('draft/detail', { kind: 'product', id: made })
  const groups = (await call('site/detail')).data.groups as { id: string; name: string }[]
  assert.equal(groups.find(({ id: group }) => group === data.fields.locationId)?.name, '电缆')
  assert.equal((await call('draft/detail', { kind: 'product', id })).data.fields.coverDescribe, '新')
  assert.deepEqual((await leads(site)).sort(), [
    ['/a.html', `/productDet?productId=${made}`],
    ['/dianlan/', `/product?locationId=${data.fields.locationId}`],
    ['/list/1.html', '/product'],
  ])
  assert.ok(!(await names(site, 'published')).includes('甲'))

  const log = join(site.server.folder, 'data', 'log')
  const lines = readdirSync(log).map((name) => readFileSync(join(log, name), 'utf8'))
  assert.match(lines.join(''), new RegExp(`"fields":\\["coverDescribe"],"operation":"${done.id}`))
  // Titles are looked up when the log is read.
  assert.doesNotMatch(lines.join(''), /甲|"key"/)

  const undone = await undo(done)
  assert.deepEqual([undone.state, undone.left], ['undone', []])
  assert.deepEqual(
    await Promise.all([products(site), groupNames(site), leads(site), call('draft/detail', { kind: 'product', id })]),
    before,
  )
  assert.deepEqual((await site.trash()).sort(), ['乙', '甲 A-1'])
  // The same sheet once more.
  await imported(site, [row('甲', {}), row('乙', {})])
  assert.deepEqual([await site.trash(), await idOf(site, '甲')], [[], made])
})

test('an undo of an import takes back what has published its records, which is then undone, too', async (t) => {
  const site = await operatedSite(t)
  const { call, undo } = site
  const { productId: id } = (await call('product/saveProduct', { coverName: '塔机', locationId: 'zhgd' })).data
  const before = await call('product/detailProduct', { productId: id })
  const rows = [row('甲', {}, { group: '电缆' }), row('乙', {}), row('塔机', { coverDescribe: '新' }, { id })]
  const done = await imported(site, rows, { groups: ['电缆'] })
  const [first, second] = [await idOf(site, '甲'), await idOf(site, '乙')]
  const whole = await publish(site, [first, id])
  const other = (await call('draft/save', { kind: 'product', fields: { coverName: '自己的', locationId: 'zhgd' } }))
    .data
  const part = await publish(site, [second, other.id])
  assert.deepEqual([whole.failed, part.failed], [[], []])

  const undone = await undo(done)
  assert.deepEqual([undone.state, undone.left, undone.canUndo], ['undone', [], false])
  assert.deepEqual(
    [(await names(site)).sort(), (await site.trash()).sort()],
    [
      ['塔机', '自己的'],
      ['乙', '甲'],
    ],
  )
  assert.deepEqual((await call('product/detailProduct', { productId: id })).data, before.data)
  assert.ok(!(await groupNames(site)).includes('电缆'))
  const again = await site.operation('detail', { id: whole.id })
  assert.deepEqual(
    [again.state, again.undoneBy, again.total, again.done, again.left, again.canUndo],
    ['undone', 'admin', 2, 2, [], false],
  )
  // It has published a record of nobody's import, too.
  assert.deepEqual((await site.operation('detail', { id: part.id })).state, 'done')
  assert.deepEqual([(await undo(part)).left, await names(site, 'published')], [[], ['塔机']])
})

test('an undo of an import leaves what was worked on before or after it was published, and what comes back later', async (t) => {
  const site = await operatedSite(t)
  const done = await imported(site, [row('甲', {}), row('乙', {}), row('丙', {}), row('丁', {}), row('戊', {})])
  const ids = await Promise.all(['甲', '乙', '丙', '丁', '戊'].map((name) => idOf(site, name)))
  const [before = '', after = '', alone = '', deleted = '', hers = ''] = ids
  const { version } = (await site.call('draft/detail', { kind: 'product', id: before })).data
  const fields = { coverDescribe: '手写' }
  await site.call('draft/save', { kind: 'product', id: before, fields, draftVersion: version })
  await publish(site, [before, after, deleted])
  await site.call('draft/publish', { kind: 'product', id: alone })
  const colleague = await editor(site)
  await colleague.call('product/updateProduct', { productId: after, coverName: '乙改' })
  await colleague.call('draft/save', { kind: 'product', id: hers, fields })
  await site.call('product/deleteProduct', { productId: deleted })

  const undone = await site.undo(done)
  assert.deepEqual(
    undone.left.map(({ title, note }) => [title, note.replace(/，\d.*/, '')]),
    [
      ['戊', '后来又有人修改过（李工'],
      ['丙', '后来又有人修改过（admin'],
      ['乙改', '后来又有人修改过（李工'],
      ['甲', '后来又发布过（admin'],
    ],
  )
  assert.deepEqual((await names(site, 'published')).sort(), ['丙', '乙改', '甲'].sort())
  const [match] = (await site.call('record/matches', { kind: 'product', words: [hers] })).data.data
  // Whoever publishes is asked.
  assert.equal(match.unpublished.coverName, '')
  await site.call('draft/save', { kind: 'product', id: hers, fields: {}, publishAt: '2999-01-01 00:00:00' })
  assert.equal((await site.call('dashboard/summary')).data.coming[0].others, '李工')

  await site.call('product/deleteProduct', { productId: after })
  const rows = [{ kind: 'product', id: deleted }]
  await site.ended(await site.operation('start', { what: 'restore', rows }))
  await site.undo(done)
  assert.ok((await names(site, 'published')).includes('丁'), 'what was restored since is not taken once more')
})

test('fourteen groups in two levels are made with what is in them, and taken back, those that are used by now stay', async (t) => {
  const site = await operatedSite(t)
  const { call } = site
  const before = (await call('site/detail')).data.groups
  const tops = ['管件', '阀门', '仪表', '水泵']
  const groups = tops.flatMap((top) =>
    top === '水泵' ? [top] : ['一', '二', '三'].map((name) => `${top} › ${top}${name}`),
  )
  const rows = groups.map((group) => row(group.replace(' › ', ''), {}, { group }))
  const done = await imported(site, rows, { groups: [...groups, '智慧工地产品'] })
  assert.deepEqual([done.failed, done.total], [[], 10])
  const made = (await call('site/detail')).data.groups as { id: string; name: string; parent: string }[]
  const inLevels = made.map(({ name, parent }) => (parent ? `- ${name}` : name))
  // One of the starter's three is wanted, so two of them get new names.
  assert.deepEqual(inLevels, [
    '智慧工地产品',
    ...['管件', '- 管件一', '- 管件二', '- 管件三', '阀门', '- 阀门一', '- 阀门二', '- 阀门三'],
    ...['仪表', '- 仪表一', '- 仪表二', '- 仪表三', '水泵'],
  ])
  const groupOf = (name: string): string => made.find((each) => each.name === name)?.id ?? ''
  const detail = await call('draft/detail', { kind: 'product', id: await idOf(site, '阀门阀门二') })
  assert.equal(detail.data.fields.locationId, groupOf('阀门二'))

  // Somebody puts a product of their own into one of them.
  await call('product/saveProduct', { coverName: '自己的', locationId: groupOf('仪表一') })
  const undone = await site.undo(done)
  assert.deepEqual(
    undone.left.map(({ title, note }) => [title, note]),
    [['产品分类', '里面还有产品，没有移除：仪表、仪表一']],
  )
  const left = await groupNames(site)
  assert.deepEqual(left, [...before.map(({ name }: { name: string }) => name), '仪表', '仪表一'])
  await call('product/deleteProduct', { productId: await idOf(site, '自己的') })
  assert.deepEqual((await site.undo(done)).left, [])
  assert.deepEqual((await call('site/detail')).data.groups, before)
})

test('the 61st group is not made, and its products are drafts without one', async (t) => {
  const site = await operatedSite(t)
  for (const locationId of ['zhgd', 'cpxt', 'jzbh']) await site.call('product/saveProduct', { locationId })
  const groups = Array.from({ length: 58 }, (_, index) => (index % 2 ? `第一 › 第${index}` : `第${index}`))
  const rows = groups.map((group) => row(group, {}, { group }))
  const done = await imported(site, rows, { groups })
  assert.deepEqual(done.failed, [])
  assert.equal((await groupNames(site)).length, 60)
  const grouped = (await products(site)).filter(({ locationId }) => locationId !== '')
  // 第一 is one that they need, too, and the three are in use.
  assert.equal(grouped.length, 3 + 56)
})

test('what comes back out of the trash without its group says so, and what is published needs one that is there', async (t) => {
  const site = await operatedSite(t)
  // The first three are new names of groups that cannot be removed.
  const groups = ['一', '二', '三', '电缆']
  await site.undo(await imported(site, [row('甲', {}, { group: '电缆' })], { groups }))
  const rows = [{ kind: 'product', id: await trashedId(site, '甲') }]
  const restored = await site.ended(await site.operation('start', { what: 'restore', rows }))
  assert.deepEqual(restored.words, ['原来的分类已经没有了，请重新选择'])
  const published = await site.ended(await site.operation('start', { what: 'publish', rows }))
  assert.deepEqual(
    published.failed.map(({ note }) => note),
    ['没有这个分类，请重新选择'],
  )
})

test('an import leaves in the trash what somebody has worked on, and makes another record', async (t) => {
  const site = await operatedSite(t)
  await imported(site, [row('甲', {})])
  const id = await idOf(site, '甲')
  const { data } = await site.call('draft/detail', { kind: 'product', id })
  await site.call('draft/save', {
    kind: 'product',
    id,
    fields: { coverDescribe: '手写' },
    draftVersion: data.version,
  })
  const rows = [{ kind: 'product', id }]
  await site.ended(await site.operation('start', { what: 'delete', rows }))
  await imported(site, [row('甲', {})])
  assert.deepEqual([await names(site), await site.trash()], [['甲'], ['甲']])
  assert.notEqual(await idOf(site, '甲'), id)
})

test('what was sent before a tab was closed is known, and sent again it is one record', async (t) => {
  const site = await operatedSite(t)
  const begun = await started(site, [row('甲', {}), row('乙', {})], { expected: 3, source: 'sheet' })
  assert.deepEqual([begun.state, begun.total, begun.options.expected], ['staged', 2, 3])
  assert.deepEqual(await names(site), [])
  const { data } = await site.call('operation/list', { page: 1, limit: 10 })
  assert.deepEqual(
    data.data.map((each: Operation) => [each.what, each.state, each.options.source]),
    [['import', 'staged', 'sheet']],
  )
  const known = async (): Promise<string[]> =>
    (await site.call('operation/known', { id: begun.id })).data.map(({ key }: { key: string }) => key)
  assert.deepEqual(await known(), ['甲', '乙'])
  await site.operation('rows', { id: begun.id, rows: [row('乙', { coverDescribe: '再' }), row('丙', {})] })
  assert.deepEqual(await known(), ['甲', '乙', '丙'])
  const done = await site.ended(await site.operation('go', { id: begun.id }))
  assert.deepEqual([done.total, done.failed], [3, []])
  assert.deepEqual((await names(site)).sort(), ['丙', '乙', '甲'].sort())
  const id = await idOf(site, '乙')
  assert.equal((await site.call('draft/detail', { kind: 'product', id })).data.fields.coverDescribe, '再')
  // Once it has begun, nothing is added.
  await site.operation('rows', { id: begun.id, rows: [row('丁', {})] })
  assert.equal((await names(site)).length, 3)
  // The same sheet again, in another import.
  const again = await imported(site, [row('甲', {}), row('乙', {}), row('丙', {})])
  assert.deepEqual([again.failed, (await names(site)).length], [[], 3])
})

test('an imported record that was deleted comes back by the next import, once, and its deletion cannot be undone', async (t) => {
  const site = await operatedSite(t)
  await imported(site, [row('甲', {})])
  const id = await idOf(site, '甲')
  const rows = [{ kind: 'product', id }]
  const deleted = await site.ended(await site.operation('start', { what: 'delete', rows }))
  const again = await imported(site, [row('甲', { coverDescribe: '新' })])
  assert.deepEqual([await names(site), await site.trash(), await idOf(site, '甲')], [['甲'], [], id])
  const left = await site.undo(deleted)
  assert.deepEqual([left.leftCount, await names(site)], [1, ['甲']])
  assert.deepEqual((await site.undo(again)).left, [])
  assert.deepEqual([await names(site), await site.trash()], [[], ['甲']])
})

test('an undo leaves a draft that a colleague has changed, with the group that it is in', async (t) => {
  const site = await operatedSite(t)
  const done = await imported(site, [row('甲', {}, { group: '电缆' }), row('乙', {}, { group: '电缆' })], {
    groups: ['电缆'],
  })
  const colleague = await editor(site)
  const id = await idOf(site, '甲')
  await colleague.call('draft/save', {
    kind: 'product',
    id,
    fields: { coverDescribe: '别人的' },
    draftVersion: (await site.call('draft/detail', { kind: 'product', id })).data.version,
  })
  const undone = await site.undo(done)
  assert.deepEqual(
    undone.left.map(({ title, note }) => [title, /后来又有人修改过|里面还有产品/.test(note)]),
    [
      ['甲', true],
      ['产品分类', true],
    ],
  )
  assert.ok((await names(site)).includes('甲') && !(await names(site)).includes('乙'))
  assert.ok((await groupNames(site)).includes('电缆'))
})

test('a row that cannot be a draft is named with its title, and the others are made', async (t) => {
  const site = await operatedSite(t)
  const id = (await site.call('product/saveProduct', { coverName: '塔机', locationId: 'zhgd' })).data.productId
  await site.call('draft/save', { kind: 'product', id, fields: { coverDescribe: '同事的' } })
  const done = await imported(site, [
    row('长', { coverName: '长'.repeat(500) }),
    row('塔机', { coverDescribe: '旧' }, { id, draftVersion: '2020-01-01 00:00:00.000' }),
    row('甲', {}, { notes: ['a.png：太大'], redirects: [{ from: '/b.html', to: '/nowhere' }] }),
  ])
  assert.deepEqual(
    done.failed.map(({ title }) => title),
    ['长', '塔机'],
  )
  assert.match(done.failed[0]?.note ?? '', /^产品名称：.*不能超过/)
  assert.match(done.failed[1]?.note ?? '', /修改过/)
  assert.deepEqual(done.words, ['甲：a.png：太大', '旧地址没有保存：/b.html：新地址打不开，请选一个能打开的页面'])
  assert.ok((await names(site)).includes('甲'))
  const { code, data } = await site.call('operation/start', { what: 'import', rows: [{ kind: 'agent', id: 'x' }] })
  assert.deepEqual([code, data.field], [400, 'rows'])
})
