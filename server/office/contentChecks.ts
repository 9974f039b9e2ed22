import { adminScreens, mediaPath, redirectPath, settingsFieldPath } from '../../contract/calls/adminPaths.ts'
import { type PagedKind, pagedKinds, recordPath } from '../../contract/kinds/kinds.ts'
import { bytes } from '../../contract/text/bytes.ts'
import type { Claim, Finding } from '../../contract/calls/checks.ts'
import { isStarterPicture } from '../../contract/media/pictureName.ts'
import { categoryOf } from '../../contract/media/mediaTypes.ts'
import { readableAddress } from '../../contract/calls/redirects.ts'
import { addressOfPage, isEntryOpen, isPageOn, switchablePages } from '../../contract/site/sitePages.ts'
import { canParse } from '../../contract/text/standIns.ts'
import { whatIsAt } from '../site/addressBook.ts'
import { mediaId } from '../media/library.ts'
import { createDate, textOf } from '../store/kind.ts'
import { groupOf, pagedKind } from '../store/shown.ts'
import type { AnyRecord, MediaRecord } from '../store/records.ts'
import { inSlices } from '../system/timeSlices.ts'
import { type CheckInput, type CheckRow, ok, problem, type Verdict, warning } from './checkTable.ts'
import { type Part, recordName, type ShownFile } from './scan.ts'

/** What the pages say, show and link to. */
export const contentChecks: readonly CheckRow[] = [
  { id: 'claims', title: '广告法的绝对化用语', look: claims },
  { id: 'links', title: '失效的链接', look: links },
  { id: 'absent', title: '访客没有找到的页面', look: absentPages },
  { id: 'titles', title: '标题、描述与产品位置', look: titles },
  { id: 'alt', title: '图片的替代文字', look: alternativeTexts },
  { id: 'heavy', title: '过大的图片', look: heavyPictures },
  { id: 'outside', title: '别的网站的图片和视频', look: outsideFiles },
  { id: 'otherTypes', title: '其他版本写的内容', look: otherTypes },
]

/** What the screen and the command can show. */
const maxFindings = 50
const cut = (findings: readonly Finding[]): Finding[] =>
  findings.length <= maxFindings
    ? [...findings]
    : [...findings.slice(0, maxFindings), { text: `……还有${findings.length - maxFindings}处` }]

type Fault = typeof problem
/** The fault with its places, or that there are none. */
const found = (findings: readonly Finding[], fault: Fault, why: string, none: string, link?: string): Verdict =>
  findings.length === 0 ? ok(none) : fault(why, { findings: cut(findings), ...(link !== undefined && { link }) })

/** Fewer may be one person's mistake. */
const oftenAsked = 5

function absentPages({ absent }: CheckInput): Verdict {
  const findings = absent()
    .filter(([, count]) => count >= oftenAsked)
    .map(([address, count]) => ({
      text: `${readableAddress(address)}，近30天有${count}次`,
      link: redirectPath(address, ''),
    }))
  return found(
    findings,
    warning,
    '这些地址有人打开，网站上却没有，多半是老网站的或者改过的；让它们跳到现在的页面，访客和搜索引擎就不会白来',
    '近30天没有哪个不存在的地址常被打开',
  )
}

/** Each sentence once, at its first place. */
async function claimsOf({ eachPart }: CheckInput) {
  const sentences = new Map<string, { part: Part; claim: Claim; count: number }>()
  await eachPart((part) => {
    for (const claim of part.claims) {
      const sentence = sentences.get(claim.key)
      if (sentence) sentence.count++
      else sentences.set(claim.key, { part, claim, count: 1 })
    }
  })
  return [...sentences.values()]
}

async function claims(input: CheckInput) {
  const findings = (await claimsOf(input))
    .map(({ part: { name, link }, claim, count }) => {
      const proof = input.store.evidence.get(claim.key)
      const evidence = proof && { note: proof.note, by: proof.by, at: createDate(proof) }
      return {
        text: count > 1 ? `${name}等${count}处` : name,
        link,
        claim: { ...claim, ...(evidence && { evidence }) },
      }
    })
    .sort((a, b) => claimRank(a.claim) - claimRank(b.claim))
  const open = findings.filter(({ claim }) => !claim.evidence).length
  if (findings.length === 0) return ok('没有发现“最佳”“第一”一类的说法。')
  if (open === 0) return { ...ok(`${findings.length}句都记下了依据。`), findings: cut(findings) }
  const why = `${open}句话里有“最”“第一”“领先”一类的说法，用在广告里可能被处罚。没有依据的请改掉；确有依据的，记下是谁认定的、什么文件。`
  return warning(why, { findings: cut(findings) })
}
/** The worst claims stand first in the list. */
function claimRank({ evidence, level }: Claim): number {
  if (evidence) return 2
  return level === 'A' ? 0 : 1
}

const nowhere = 'http://this.site'

/** Whether a link of a page leads somewhere. Other sites are not asked. */
function leads({ store, site, config }: CheckInput, address: string): boolean {
  if (!canParse(address, nowhere)) return false
  const { origin, pathname, search } = new URL(address, nowhere)
  return (origin !== nowhere && origin !== config.siteUrl) || whatIsAt({ store, site }, pathname + search).on
}

async function links(input: CheckInput) {
  const findings: Finding[] = []
  await input.eachPart(({ name, link, links: inTexts, menuLinks }) => {
    const all = new Set([...inTexts, ...menuLinks.filter((address) => isEntryOpen(input.site, address))])
    for (const address of all) if (!leads(input, address)) findings.push({ text: `${name}：${address}`, link })
  })
  return found(findings, problem, '这些链接指向不存在、没有发布或已关闭的页面，访客点开是404。', '站内的链接都打得开。')
}

async function otherTypes({ eachPart }: CheckInput) {
  const findings: Finding[] = []
  await eachPart(({ name, link, otherTypes: labels }) => {
    if (labels.length > 0) findings.push({ text: `${name}：${labels.join('、')}`, link })
  })
  const why =
    '别的版本的程序写的，格式和现在的不同，所以不显示；原样保留着，回到那个版本会再显示，也可以在这里重新填写。'
  return found(findings, warning, why, '每一项内容的格式，现在的程序都认识。')
}

/** Every record has one for its page. */
const headTitle = (kind: PagedKind, record: AnyRecord): string =>
  (textOf(record, 'shareTitle') || textOf(record, pagedKind(kind).title)).trim()

/** Undefined where no field describes a page: its text does. */
function headDescription(kind: PagedKind, record: AnyRecord): string | undefined {
  const { text } = pagedKind(kind).page
  return text === undefined ? undefined : (textOf(record, 'shareText') || textOf(record, text)).trim()
}

async function titles({ store, site }: CheckInput) {
  const eachRecord = async (read: (kind: PagedKind, record: AnyRecord) => void): Promise<void> => {
    for (const kind of pagedKinds) await inSlices(store.states[kind].live.all(), (record) => read(kind, record))
  }
  const titleCounts = new Map<string, number>()
  const counts = new Map<string, number>()
  await eachRecord((kind, record) => {
    count(titleCounts, headTitle(kind, record))
    count(counts, headDescription(kind, record))
  })
  for (const text of Object.values(site.descriptions)) count(counts, text)
  const faultOf = (what: string, text: string | undefined, all: ReadonlyMap<string, number>): string[] => {
    if (text === '') return [`没有${what}`]
    return text !== undefined && (all.get(text) ?? 0) > 1 ? [`${what}与别的重复`] : []
  }
  const findings: Finding[] = []
  await eachRecord((kind, record) => {
    const faults = [
      ...(kind === 'product' && !groupOf(kind, record, site) ? ['没有产品位置，列表里没有它'] : []),
      ...faultOf('标题', headTitle(kind, record), titleCounts),
      ...faultOf('描述', headDescription(kind, record), counts),
    ]
    if (faults.length > 0)
      findings.push({ text: `${recordName(kind, record)}：${faults.join('，')}`, link: recordPath(kind, record.id) })
  })
  const isOff = (page: string): boolean =>
    switchablePages.some((name) => name === page && !isPageOn(site, addressOfPage(name)))
  const groups = Object.entries(site.descriptions)
    .filter(([page, text]) => !isOff(page) && faultOf('描述', text, counts).length > 0)
    .map(([page]) => ({
      text: `“${Reflect.get(site.pageNames, page)}”的描述与别的重复`,
      link: settingsFieldPath('search', 'descriptions'),
    }))
  const why = '搜索引擎靠标题和描述分辨页面，空着或重复的会排在后面；没有产品位置的产品，访客在列表里找不到。'
  return found([...findings, ...groups], warning, why, '每一页都有自己的标题和描述，每个产品都有产品位置。')
}

/** An empty text counts nowhere. */
function count(counts: Map<string, number>, text = ''): void {
  if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1)
}

interface FoundFile {
  part: Part
  address: string
  /** Undefined for those of the program and of other sites. */
  record: MediaRecord | undefined
}
const fileName = ({ part, address, record }: FoundFile): string =>
  `${part.name}里的${record?.name ?? address.slice(address.lastIndexOf('/') + 1)}`

/** Each file once, at its first place. */
async function files(
  { store, eachPart }: CheckInput,
  isWanted: (file: ShownFile, record: MediaRecord | undefined) => boolean,
): Promise<FoundFile[]> {
  const places = new Map<string, FoundFile>()
  await eachPart((part) => {
    for (const file of part.media) {
      const { address } = file
      const record = store.media.get(mediaId(address))
      if (!places.has(address) && isWanted(file, record)) places.set(address, { part, address, record })
    }
  })
  return [...places.values()]
}

async function alternativeTexts(input: CheckInput) {
  const all = await files(input, ({ address, alt }, record) => alt === '' && !isStarterPicture(address) && !record?.alt)
  const findings = all.map((file) => ({
    text: fileName(file),
    link: file.record ? mediaPath(file.record.id) : file.part.link,
  }))
  const why = '看不见图片的人和搜索引擎靠替代文字知道图上是什么。在素材库里写一次，每一处都生效。'
  return found(findings, warning, why, '正文里的图片都有替代文字。', adminScreens.media)
}

const heavyOver = 500 * 1024

async function heavyPictures(input: CheckInput) {
  const all = await files(
    input,
    (_, record) => record !== undefined && categoryOf(record.type) === 'picture' && record.bytes > heavyOver,
  )
  const findings = all.map((file) => ({
    text: `${fileName(file)}（${bytes(file.record?.bytes ?? 0)}）`,
    link: mediaPath(mediaId(file.address)),
  }))
  const why = '超过500 KB的图片在手机上打开得慢。缩小以后，在素材库里点“替换”，每一处都会换掉。'
  return found(findings, warning, why, '用到的图片都不超过500 KB。')
}

async function outsideFiles(input: CheckInput) {
  const { siteUrl } = input.config
  const isOutside = ({ address }: ShownFile): boolean =>
    /^https?:/.test(address) && (siteUrl === undefined || !address.startsWith(`${siteUrl}/`))
  const all = await files(input, isOutside)
  const findings = all.map(({ part, address }) => ({ text: `${part.name}：${address}`, link: part.link }))
  const isBlocked = all.some(({ address }) => address.startsWith('http:'))
  const why = `从别的网站加载，对方删除或限制后就不显示，也会让对方知道访客是谁${isBlocked ? '；http:// 开头的现在就不显示' : ''}。请上传到素材库再使用。`
  return found(findings, isBlocked ? problem : warning, why, '图片和视频都在自己的服务器上。')
}
