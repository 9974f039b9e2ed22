import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { productIds } from '../../contract/calls/rules.ts'
import {
  completeValue,
  emptyValue,
  parseField,
  problemsOf,
  ruleFor,
  type SiteField,
  withOtherSections,
  withStored,
} from '../../contract/site/siteFieldKinds.ts'
import { siteFields, siteGroups } from '../../contract/site/siteFields.ts'

const shipped: Record<string, unknown> = JSON.parse(
  readFileSync(new URL('../../data/seed/site/site.json', import.meta.url), 'utf8'),
)
const fields = Object.entries<SiteField>(siteFields)
const { scenarios, map, banners } = siteFields

test('every field is in one group', () => {
  const grouped = siteGroups.flatMap((group) => Object.keys(group.fields))
  assert.deepEqual([...grouped].sort(), Object.keys(siteFields).sort())
})

test('the shipped record has every field, is valid, and comes back as it is', () => {
  for (const [name, field] of fields) {
    const value = shipped[name]
    assert.deepEqual(completeValue(field, value), value, `data/seed/site/site.json lacks something of ${name}`)
    assert.deepEqual(problemsOf(field, value, name), [])
    assert.deepEqual(parseField(field, value), value, name)
  }
})

test('values of any other type are refused, never an exception', () => {
  const hostile = [
    undefined,
    null,
    -1,
    Number.NaN,
    'x'.repeat(100_000),
    true,
    [],
    {},
    [[]],
    [{}],
    { __proto__: null },
    [null, 1, 'x'],
  ]
  for (const [name, field] of fields) {
    for (const value of hostile) {
      const problems = problemsOf(field, value, name)
      // An optional text or list accepts what is empty.
      if (problems.length === 0) {
        assert.equal(
          JSON.stringify(parseField(field, value)),
          JSON.stringify(emptyValue(field)),
          `${name}: ${JSON.stringify(value)}`,
        )
      }
    }
  }
})

test('a problem names the way to it, by names for forms and by labels for programs', () => {
  const value = structuredClone(shipped.scenarios) as { image: string; details: { term: string }[] }[]
  const [, second] = value
  if (!second?.details[0]) throw new Error('the starter content has details')
  second.details[0].term = ' '
  const { image } = second
  second.image = 'javascript:alert(1)'
  assert.deepEqual(
    problemsOf(scenarios, value, 'scenarios').map(({ path }) => path),
    ['scenarios.1.image', 'scenarios.1.details.0.term'],
  )
  second.image = image
  assert.equal(ruleFor(scenarios).validate(value), '应用场景第2项的条目第1项的名称：请填写名称')
})

const specs: SiteField = {
  kind: 'list',
  label: '参数',
  item: '一项',
  max: 2,
  of: {
    kind: 'object',
    label: '参数',
    fields: {
      term: { kind: 'text', label: '名称', required: '请填写名称', max: 4 },
      value: { kind: 'text', label: '值', required: '请填写值', max: 4 },
    },
  },
}
const spec = (term: string, value: string, unit?: string) => ({ term, value, ...(unit !== undefined && { unit }) })

test('items keep what only another program knows, by what they are', () => {
  const stored = [spec('甲', '1', 'a'), spec('乙', '1', 'b'), spec('丙', '3', 'c'), spec('丙', '3', 'd')]
  const unitsOf = (...items: object[]) => (withStored(items, stored) as { unit?: string }[]).map(({ unit }) => unit)
  const [a, b, c] = [spec('甲', '1'), spec('乙', '1'), spec('丙', '3')]
  assert.deepEqual(unitsOf(a, b, c, c), ['a', 'b', 'c', 'd'], 'as they were')
  assert.deepEqual(unitsOf(c, b, c, a), ['c', 'b', 'd', 'a'], 'moved')
  assert.deepEqual(unitsOf(b, c), ['b', 'c'], 'some removed')
  assert.deepEqual(
    unitsOf(spec('新', '1'), a, spec('乙', '2'), c, c),
    [undefined, 'a', 'b', 'c', 'd'],
    'one added, one changed',
  )
  assert.deepEqual(unitsOf(a, spec('改名', '1'), c, c), ['a', 'b', 'c', 'd'], 'renamed at its place')
  const homeSections = [
    { name: 'products', on: true },
    { name: 'later', on: false },
    { name: 'news', on: true },
  ]
  assert.deepEqual(withOtherSections(siteFields.homeSections, [homeSections[2], homeSections[0]], homeSections), [
    homeSections[2],
    homeSections[1],
    homeSections[0],
  ])
})

test('only what differs from what is stored is judged', () => {
  const stored = [spec('太长的名称', ''), spec('乙', '1'), spec('丙', '3')]
  const pathsOf = (value: unknown) => problemsOf(specs, value, 'specs', stored).map(({ path }) => path)
  assert.deepEqual(pathsOf(stored), [])
  assert.deepEqual(pathsOf([{ term: '太长的名称' }, ...stored.slice(1)]), [], 'a member that is left out and empty')
  assert.deepEqual(pathsOf([...stored].reverse()), ['specs'], 'another list of more than there may be')
  assert.deepEqual(pathsOf([stored[1], stored[0]]), [])
  assert.deepEqual(pathsOf([stored[1], spec('太长的名称', '太长的内容')]), ['specs.1.value'])
  assert.deepEqual(pathsOf([stored[1], spec('另一个名称', '1')]), ['specs.1.term'])
  assert.deepEqual(pathsOf([{}, stored[1]]), ['specs.0.term'], 'what is left out is empty')
})

test('a value of another type stands beside until a program knows its type', () => {
  const described = (models: SiteField): SiteField => ({ kind: 'object', label: '', fields: { models } })
  const text = described({ kind: 'text', label: '型号', max: 9 })
  const list = described(specs)
  const written = { models: 'TK-100' }
  const read = completeValue(list, written)
  assert.deepEqual(read, { models: [], 'models?': 'TK-100' })
  assert.deepEqual(completeValue(list, read), read)
  assert.deepEqual(completeValue(text, read), written)
  const edited = { models: [spec('甲', '1')], 'models?': 'TK-100' }
  assert.deepEqual(completeValue(list, edited), edited)
  assert.deepEqual(completeValue(text, edited), { models: 'TK-100', 'models?': edited.models })
  const mixed = { models: [spec('甲', '1'), '乙'] }
  assert.deepEqual(completeValue(list, mixed), { models: [], 'models?': mixed.models })
})

test('lists are bounded before their items are looked at', () => {
  const item = {
    get name(): string {
      throw new Error('looked at')
    },
  }
  assert.deepEqual(
    problemsOf(
      scenarios,
      Array.from({ length: 21 }, () => item),
      'scenarios',
    ),
    [{ path: 'scenarios', message: '场景最多20项' }],
  )
})

test('what is not described is not stored', () => {
  assert.deepEqual(
    parseField(map, {
      lng: 118,
      lat: 36.8,
      title: ' 总部 ',
      tiles: 'https://t.example/{x}/{y}/{z}',
      credit: '地图',
      own: 1,
    }),
    {
      lng: 118,
      lat: 36.8,
      title: '总部',
      tiles: 'https://t.example/{x}/{y}/{z}',
      credit: '地图',
    },
  )
})

test('a stored value is completed by the shipped one, an item of a list by empty values', () => {
  const completed = completeValue(banners, { home: { image: '/a.jpg' } }, shipped.banners) as Record<string, unknown>
  assert.deepEqual(completed.home, { image: '/a.jpg', name: (shipped.banners as { home: { name: string } }).home.name })
  assert.deepEqual(completed.news, (shipped.banners as { news: unknown }).news)
  const [first] = completeValue(scenarios, [{ name: '旧场景' }], []) as Record<string, unknown>[]
  assert.deepEqual([first?.name, first?.details, first?.desc], ['旧场景', [], ''])
})

test('the products of all scenarios can be listed by one call', () => {
  const { max, of } = siteFields.scenarios
  assert.equal(productIds.validate(Array.from({ length: max * of.fields.products.max }, () => 'a')), undefined)
})

test('the day from which a legal text counts is a day of the calendar', () => {
  const { validate } = ruleFor(siteFields.agreement)
  const problem = (date: string): string | undefined => validate({ body: '', date })
  for (const date of ['', '2026-03-12', '2028-02-29']) assert.equal(problem(date), undefined, date)
  for (const date of ['2026-02-29', '2026-04-31', '2026-13-01', '2026-3-12'])
    assert.match(problem(date) ?? '', /日期应如2026-03-12/, date)
})

test('members stand in the order of their descriptions, and what no description has behind them', () => {
  const field = siteFields.privacy
  const names = Object.keys(field.fields)
  const stored = Object.fromEntries([['later', 'x'], ...[...names].reverse().map((name) => [name, name])])
  assert.deepEqual(Object.keys(completeValue(field, stored) as object), [...names, 'later'])
})
