import { isDeepStrictEqual } from 'node:util'
import { settingsFieldPath, settingsGroupPath } from '../../contract/calls/adminPaths.ts'
import type { Finding } from '../../contract/calls/checks.ts'
import { dayMs } from '../../contract/text/durations.ts'
import { type KindName, kindNames, kinds, recordKind } from '../../contract/kinds/kinds.ts'
import { listedKinds } from '../../contract/kinds/listedKinds.ts'
import { isObject } from '../../contract/site/siteFieldKinds.ts'
import { groupOfPath } from '../../contract/kinds/fieldPaths.ts'
import { siteGroups } from '../../contract/site/siteFields.ts'
import { hasOwn } from '../../contract/text/standIns.ts'
import {
  addressOfPage,
  isPageOn,
  pagesWithContent,
  type SitePage,
  type SwitchablePage,
  switchablePages,
} from '../../contract/site/sitePages.ts'
import { siteFieldLabel } from '../media/fieldLabels.ts'
import { textOf } from '../store/kind.ts'
import { isShown } from '../site/shownFields.ts'
import { clearedFields, isOwnRecord, starterFields, starterRecords } from '../site/starter.ts'
import { type CheckInput, type CheckRow, ok, problem, warning } from './checkTable.ts'

/** The first hour, in its order. Each is done when it is true, not when a word was changed. */
export const firstChecks: readonly CheckRow[] = [
  { id: 'names', title: '名称与联系方式', look: names },
  { id: 'clear', title: '清空示例内容', look: clear },
  { id: 'pages', title: '栏目的内容', look: pages },
  { id: 'product', title: '自己的产品', look: product },
  { id: 'channels', title: '通知', look: channels },
]

/** By these visitors reach the company; then by what they know it. */
const reached = ['hotline', 'phones', 'mailbox', 'address'] as const
export const contactFields = ['siteName', 'companyName', ...reached] as const

/** The address of a field, in whichever group it is. */
function fieldPath(name: string): string {
  return settingsFieldPath(groupOfPath(name)?.id ?? '', name)
}

function names({ site, starter }: CheckInput) {
  const faultOf = (name: (typeof contactFields)[number]): string | undefined => {
    const texts = [site[name]].flat()
    const shipped = [starter.site[name]].flat()
    if (texts.every((text) => text === '')) return '还没有填写'
    return texts.some((text) => shipped.includes(text)) ? '还是示例' : undefined
  }
  const missing = contactFields.flatMap((name) => {
    const fault = faultOf(name)
    return fault === undefined ? [] : [{ name, label: siteFieldLabel([name], {}), fault }]
  })
  const [first] = missing
  if (!first) return ok('访客看到的是自己的名称、电话和地址。')
  const isReached = missing.every(({ name }) => !reached.some((each) => each === name))
  const why = `${missing.map(({ label }) => label).join('、')}还不是自己的${isReached ? '' : '，访客联系不到您'}。`
  const findings = missing.map(
    ({ name, label, fault }): Finding => ({ text: `${label}：${fault}`, link: fieldPath(name) }),
  )
  return problem(why, { link: fieldPath(first.name), findings })
}

function clear({ store, site, starter, config }: CheckInput) {
  const backsUp = config.backupDir !== ''
  const records = starterRecords(store, starter)
  const isHidden = (kind: KindName): boolean => {
    const { page } = recordKind(kind)
    return page !== undefined && !isPageOn(site, page.route)
  }
  const isSeen = (path: string): boolean => isShown(site, path)
  const cleared = clearedFields(site, starter)
  const findings = [
    ...kindNames.flatMap((kind): Finding[] =>
      records[kind].length === 0 || isHidden(kind)
        ? []
        : [{ text: `示例${kinds[kind].noun}（${records[kind].length}）`, link: kinds[kind].screen }],
    ),
    ...Object.keys(cleared)
      .filter((name) => changedPaths(Reflect.get(site, name), Reflect.get(cleared, name), name).some(isSeen))
      .map((name): Finding => ({ text: siteFieldLabel([name], {}), link: fieldPath(name) })),
  ]
  return findings.length === 0
    ? ok('没有留下可以清空的示例。')
    : problem(`访客会把示例当成您的。没改过的可以一次清空，${backsUp ? '会先备份，' : ''}之后能撤销。`, { findings })
}

/** The paths at which two values differ. */
function changedPaths(before: unknown, after: unknown, path: string): string[] {
  if (isObject(before) && isObject(after))
    return Object.keys(before).flatMap((name) => changedPaths(before[name], after[name], `${path}.${name}`))
  return isDeepStrictEqual(before, after) ? [] : [path]
}

/** Which words of the site record make a page one's own, and how many parts it has of them; or the records of which kind. */
const wordsOf = { agent: 'agentTexts', about: 'intro', scenarios: 'scenarios' } as const
const countOfParts: Readonly<Record<keyof typeof wordsOf, (site: CheckInput['site']) => number>> = {
  agent: ({ profitModels, policies, advantages }) => profitModels.length + policies.length + advantages.length,
  // Cleared, it says no more than the name.
  about: ({ intro, companyName }) => intro.filter((text) => text !== companyName).length,
  scenarios: ({ scenarios }) => scenarios.length,
}
const kindListedOn: { readonly [P in SitePage]?: KindName } = Object.fromEntries(
  listedKinds.map(({ list, name }) => [list, name]),
)

function pages({ store, site, starter }: CheckInput) {
  const paths = starterFields(site, starter).filter((path) => isShown(site, path))
  const isOwn = (page: SwitchablePage): boolean => {
    const kind = kindListedOn[page]
    if (kind) return hasOwnRecord({ store, starter }, kind)
    if (!isIn(wordsOf, page)) return true
    const words = wordsOf[page]
    return countOfParts[page](site) > 0 && !paths.some((path) => path.split('.', 1)[0] === words)
  }
  const shown = pagesWithContent(site)
  const asShipped = switchablePages.filter((page) => shown[page] && !isOwn(page))
  const link = settingsFieldPath('shape', 'pagesOn')
  if (asShipped.length === 0) return ok('开着的栏目都有自己的内容。')
  const findings = asShipped.map((page): Finding => {
    const kind = kindListedOn[page]
    return { text: site.pageNames[page], link: kind ? kinds[kind].screen : groupPath(addressOfPage(page)) }
  })
  return warning('这些栏目开着，内容还是示例或空的：写上自己的，或者关闭。', { link, findings })
}

const isIn = <T extends object>(table: T, key: PropertyKey): key is keyof T => hasOwn(table, key)

const groupPath = (page: string): string =>
  settingsGroupPath(siteGroups.find((group) => group.page === page)?.id ?? 'shape')

function product({ store, site, starter }: CheckInput) {
  if (!site.pagesOn.product) return ok('产品中心已关闭。')
  return hasOwnRecord({ store, starter }, 'product')
    ? ok('访客看得到自己的产品。')
    : problem('还没有发布自己的产品：新增一个，或者把示例的名称、图片和文字都换成自己的。', {
        link: `${kinds.product.screen}?add=1`,
      })
}

/** Whether a record of the company's own is published. A form can be saved empty, so it counts once it has a title. */
const hasOwnRecord = ({ store, starter }: Pick<CheckInput, 'store' | 'starter'>, kind: KindName): boolean =>
  store.states[kind].live
    .all()
    .some((record) => isOwnRecord(kind, record, starter) && textOf(record, kinds[kind].title).trim() !== '')

const testedWithin = 30 * dayMs

function channels({ store, now }: CheckInput) {
  const link = settingsFieldPath('inquiry', 'channels')
  const on = store.channel.all().filter((channel) => channel.on)
  if (on.length === 0) return problem('没有开启的通知渠道，新的咨询只能在列表里看到，容易错过。', { link })
  const paused = on.filter((channel) => channel.paused)
  const findings = paused.map(({ label, paused: pause }) => ({ text: `“${label}”已暂停：${pause?.reason}`, link }))
  if (paused.length > 0) return problem('有渠道发不出去，新的咨询不会通知到那里。', { link, findings })
  const untested = on.filter(({ testedAt }) => testedAt === undefined || now - Date.parse(testedAt) > testedWithin)
  const names = untested.map(({ label }) => `“${label}”`).join('、')
  return untested.length === 0
    ? ok(`${on.length}个渠道，30天内都测试成功。`)
    : warning(`30天内没有测试过：${names}。点“发送测试”，看看能不能收到。`, { link })
}
