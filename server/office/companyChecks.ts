import { settingsFieldPath } from '../../contract/calls/adminPaths.ts'
import type { Finding } from '../../contract/calls/checks.ts'
import { groupOfPath, wordsOfPath } from '../../contract/kinds/fieldPaths.ts'
import { kinds } from '../../contract/kinds/kinds.ts'
import { fillText, wordsOfSite } from '../../contract/site/companyText.ts'
import { plainText } from '../../contract/text/plainText.ts'
import { mendedPrivacy } from '../../contract/site/privacyText.ts'
import { servicesOf } from '../../contract/site/services.ts'
import { problemsOf } from '../../contract/site/siteFieldKinds.ts'
import { siteFields, siteGroups } from '../../contract/site/siteFields.ts'
import { placeholderFollowUrl } from '../config.ts'
import { siteFieldLabel } from '../media/fieldLabels.ts'
import { mediaId } from '../media/library.ts'
import { isShown } from '../site/shownFields.ts'
import { clearedFields, starterFields } from '../site/starter.ts'
import { textOf } from '../store/kind.ts'
import { allFieldsOf } from '../store/records.ts'
import { isSharedInWeChat } from '../store/platformRecords.ts'
import { type CheckInput, type CheckRow, ok, problem, warning } from './checkTable.ts'
import { proofs } from './facts.ts'
import { contactFields } from './firstChecks.ts'

/** What the law and visitors expect of a company's site. */
export const companyChecks: readonly CheckRow[] = [
  { id: 'icp', title: 'ICP备案号', look: icp },
  { id: 'police', title: '公安备案号', look: police },
  { id: 'privacy', title: '隐私说明', look: privacy },
  { id: 'retention', title: '客户线索保存多久', look: retention },
  { id: 'starter', title: '示例的文字与图片', look: starterContent },
  { id: proofs.id, title: proofs.title, look: endingProofs },
  { id: 'map', title: '地图', look: map },
  { id: 'share', title: '分享图片', look: share },
  { id: 'follow', title: '公众号关注链接', look: follow },
]

function icp({ site, starter }: CheckInput) {
  const link = settingsFieldPath('basics', 'icp')
  if (site.icp === '')
    return problem('还没有填写。网站要先备案，并在每页底部显示备案号，否则可能被罚款、停止访问。', { link })
  if (site.icp === starter.site.icp) return problem('还是示例的备案号，请换成自己的。', { link })
  const [invalid] = problemsOf(siteFields.icp, site.icp, 'icp')
  return invalid ? problem(`${invalid.message}。`, { link }) : ok(`${site.icp}，显示在每页底部，链接到工信部备案系统。`)
}

function police({ site }: CheckInput) {
  const link = settingsFieldPath('basics', 'police')
  if (site.police === '')
    return warning('还没有填写。网站开通后30天内要到 beian.mps.gov.cn 办理公安备案，办好后填在这里。', { link })
  const [invalid] = problemsOf(siteFields.police, site.police, 'police')
  return invalid ? problem(`${invalid.message}。`, { link }) : ok(`${site.police}，显示在每页底部。`)
}

/** 个人信息保护法 article 17, by the words that such a part cannot do without. */
const privacyParts: Readonly<Record<string, RegExp>> = {
  由谁处理: /公司全称|由.{1,30}(?:处理|负责)/,
  联系方式: /服务热线|公司邮箱|电话|邮箱/,
  收集什么: /收集|填写的/,
  用来做什么: /用来|用于|目的/,
  保存多久: /保存|保留/,
  '怎样查询、更正、删除、撤回同意': /(?=[^]*删除)(?=[^]*(?:更正|查询))(?=[^]*撤回)/,
}
/** With the other companies that get what visitors do or say here. */
function wantedParts({ site, store }: Pick<CheckInput, 'site' | 'store'>): typeof privacyParts {
  const services = servicesOf(site).map(({ name }) => [`使用${name}`, new RegExp(name, 'i')])
  return {
    ...privacyParts,
    ...Object.fromEntries(services),
    ...(site.wecomService && { 使用微信客服: /微信客服/ }),
    ...(isSharedInWeChat(store.wechat) && { 使用微信分享: /微信分享/ }),
  }
}
const filledIn = ['公司全称', '服务热线', '公司邮箱']

function privacy({ site, store }: CheckInput) {
  const link = settingsFieldPath('legal', 'privacy')
  const { lead, body, date } = site.privacy
  const written = `${lead}\n${plainText(body)}`.replaceAll(site.companyName, '{公司全称}')
  const text = fillText(written, wordsOfSite(site))
  const parts = wantedParts({ site, store })
  const missing = Object.keys(parts).filter((name) => !parts[name]?.test(text))
  const blanks = [...text.matchAll(/\{([^{}]{1,20})\}|某某|[Xx×]{3,}|_{3,}|【[^】]{0,20}】/g)]
    .filter(([, name]) => name === undefined || !filledIn.includes(name))
    .map(([blank]) => blank)
  const months = site.inquiry.retentionMonths
  const contradictions = [
    ...(contradictsTime(text, months)
      ? [{ fault: `写着保存到“处理完毕”，设置里是${months}个月`, button: `改成${months}个月` }]
      : []),
    ...(!site.pagesOn.agent && text.includes('加盟')
      ? [{ fault: '写着加盟，代理加盟已经关闭', button: '去掉加盟' }]
      : []),
  ]
  const faults = [
    ...(missing.length > 0 ? [`没有写明：${missing.join('、')}`] : []),
    ...(blanks.length > 0 ? [`还有没填的空白：${[...new Set(blanks)].join('、')}`] : []),
    ...(date === '' ? ['没有填写生效日期'] : []),
    ...contradictions.map(({ fault }) => fault),
  ]
  const mend = contradictions.map(({ button }) => button).join('，')
  return faults.length > 0
    ? problem(`${faults.join('；')}。`, { link, ...(mend && mendedPrivacy(body) !== body && { mend }) })
    : ok(`${date}生效，法律要求的各项都写到了。`)
}

/** The shipped words are true only while nothing is erased by itself. */
function contradictsTime(text: string, months: number): boolean {
  if (months === 0 || !text.includes('处理完毕')) return false
  const years = months % 12 === 0 ? `|${months / 12}\\s*年` : ''
  return !new RegExp(`(?<!\\d)(?:${months}\\s*个月${years})`).test(text)
}

function retention({ site }: CheckInput) {
  const months = site.inquiry.retentionMonths
  return months > 0
    ? ok(`${months}个月，到期自动彻底删除。`)
    : warning('现在一直保存。法律要求只保存必要的时间，建议24个月。', { link: settingsFieldPath('inquiry', 'inquiry') })
}

/** What must stay and is still as shipped; what may go has a step of the first hour, as the names have. */
function starterContent({ site, store, starter }: CheckInput) {
  const clearable = Object.keys(clearedFields(site, starter))
  const shipped = starterFields(site, starter)
    .filter((path) => isShown(site, path))
    .map((path) => path.split('.'))
    .filter(([name = '']) => !clearable.includes(name) && !contactFields.some((field) => field === name))
  const findings = siteGroups.flatMap((group): Finding[] => {
    const paths = shipped.filter(([name = '']) => name in group.fields)
    return Object.keys(group.fields).flatMap((name): Finding[] => {
      const ofName = paths.filter(([each]) => each === name)
      const [first] = ofName
      if (!first) return []
      const path = first.join('.')
      const text = ofName.length > 1 ? `${wordsOfPath(path)}，共${ofName.length}处` : wordsOfPath(path)
      return [{ text, link: settingsFieldPath(group.id, path) }]
    })
  })
  findings.push(...starterPrices({ store, starter }))
  return findings.length === 0 ? ok('都换成了自己的。') : warning('这些还是示例，换成自己的才可信。', { findings })
}

/** A visitor takes a price at its word. */
function starterPrices({ store, starter }: Pick<CheckInput, 'store' | 'starter'>): Finding[] {
  const pricesOf = ({ price, models }: Readonly<Record<string, unknown>>): string[] =>
    [price, ...(models as readonly { price?: string }[]).map((model) => model.price)].filter((each) =>
      /\d/.test(String(each)),
    ) as string[]
  const shown = starter.records.product.flatMap((shipped) => {
    const record = store.product.get(shipped.id)
    const prices = record && pricesOf(allFieldsOf('product', record))
    const [first] = pricesOf(allFieldsOf('product', shipped)).filter((price) => prices?.includes(price))
    return record && first ? [`“${textOf(record, 'coverName')}”的${first}`] : []
  })
  if (shown.length === 0) return []
  return [{ text: `${shown.length}个产品的价格，如${shown[0]}：请确认，或者改成面议`, link: kinds.product.screen }]
}

function endingProofs({ faults, site }: CheckInput) {
  /** The item that the sentence names. */
  const pathIn = (text: string): string => {
    const lists = ['honours', 'certificates'] as const
    const items = lists.flatMap((list) => site[list].map(({ name }, index) => ({ name, path: `${list}.${index}` })))
    return items.find(({ name }) => text.startsWith(`“${name}”`))?.path ?? 'honours'
  }
  const findings = faults
    .filter(({ topic }) => topic === proofs.id)
    .map(({ text }) => {
      const path = pathIn(text)
      return { text, link: settingsFieldPath(groupOfPath(path)?.id ?? '', path) }
    })
  return findings.length === 0 ? ok(proofs.well) : warning('这些已经到期，或者快要到期。', { findings })
}

/** Plans of a quarter or a building site need no review. */
const mapWords = /(?:中国|全国|世界|[省市区县])\S{0,4}地图|版图|分布图|网点图/
const mapNumber = /审图号|GS\S{0,2}[(（]\d{4}[)）]/

function map({ site, starter }: CheckInput) {
  const link = settingsFieldPath('basics', 'map')
  const { lng, lat, tiles, credit } = site.map
  if (lng === starter.site.map.lng && lat === starter.site.map.lat) {
    return problem('标记还在示例的位置，访客会走错地方。', { link })
  }
  if (credit === '' || (tiles.includes('autonavi') && !credit.includes('高德'))) {
    return warning('地图上没有写明地图服务的版权。', { link })
  }
  const findings = siteGroups.flatMap(({ id, fields }) =>
    Object.keys(fields).flatMap((field) =>
      namedPictures(Reflect.get(site, field))
        .filter((name) => mapWords.test(name) && !mapNumber.test(name))
        .map((name) => ({ text: `${siteFieldLabel([field], site)}·${name}`, link: settingsFieldPath(id, field) })),
    ),
  )
  return findings.length === 0
    ? ok('标记在自己的位置，注明了地图的版权。')
    : warning('中国或地区的地图图片要用审核过的，并在旁边写明审图号；写在图片的名称里，这里就不再提醒。', { findings })
}

function namedPictures(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { image, name }: { image?: unknown; name?: unknown } = value
  const isNamed = typeof image === 'string' && image !== '' && typeof name === 'string'
  return [...(isNamed ? [name] : []), ...Object.values(value).flatMap(namedPictures)]
}

const minShareWidth = 300

function share({ store, site, starter }: CheckInput) {
  const link = settingsFieldPath('search', 'shareImage')
  if (site.shareImage === '') return warning('还没有，转发到微信时看到的是标志。', { link })
  if (site.shareImage === starter.site.shareImage) return warning('还是示例图片，转发到微信时看到的是它。', { link })
  const width = store.media.get(mediaId(site.shareImage))?.width
  if (width !== undefined && width < minShareWidth) {
    return warning(`只有${width}像素宽，微信可能不显示，请换成1200×630的。`, { link })
  }
  return ok('转发链接时显示自己的图片。')
}

function follow({ config }: CheckInput) {
  return config.followUrl !== placeholderFollowUrl
    ? ok('已经换成自己的公众号。')
    : warning('后台“关注公众号”的二维码还是示例。请技术人员设置FOLLOW_URL；不用公众号可以不管。')
}
