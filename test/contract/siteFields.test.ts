import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { productIds } from '../../contract/rules.ts'
import {
  completeValue,
  emptyValue,
  parseField,
  problemsOf,
  ruleFor,
  type SiteField,
} from '../../contract/siteFieldKinds.ts'
import { siteFields, siteGroups } from '../../contract/siteFields.ts'

const shipped: Record<string, unknown> = JSON.parse(
  readFileSync(new URL('../../data/seed/site/site.json', import.meta.url), 'utf8'),
)
const fields = Object.entries<SiteField>(siteFields)
const { scenarios, map, banners } = siteFields

test('every field is in one group', () => {
  const grouped = siteGroups.flatMap((group) => Object.keys(group.fields))
  assert.deepEqual([...grouped].sort(), Object.keys(siteFields).sort())
})

test('the shipped record is valid and comes back as it is', () => {
  for (const [name, field] of fields) {
    const value = completeValue(field, shipped[name])
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
