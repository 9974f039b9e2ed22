import { truncate } from '../../contract/text/characters.ts'
import { adminScreens } from '../../contract/calls/adminPaths.ts'
import { numberOf } from '../../contract/leads/arrived.ts'
import { leadKindOf, leadKinds, leadPath, type LeadKind } from '../../contract/leads/leadKinds.ts'
import { leadKindNames } from '../../contract/leads/leads.ts'
import type { Asking } from '../../contract/leads/callBack.ts'
import { type AskedRow, productWords, rowWordsOf } from '../../contract/leads/quoteList.ts'
import { messageKeyword } from '../../contract/calls/channels.ts'
import type { LeadSource } from '../../contract/kinds/entities.ts'
import type { LeadRecord } from '../store/leadRecords.ts'
import type { AlarmRecord, NewDeviceRecord } from '../store/records.ts'
import { shownMinute, shownTime } from '../store/kind.ts'
import type { Week } from './weekly.ts'

/** What is sent by a channel. */
export interface Message {
  /** For programs: the same whenever it is tried. */
  id?: string
  type: 'inquiry.created' | 'inquiry.reminder' | 'account.newDevice' | 'channel.test' | 'inquiry.week' | 'site.alarm'
  title: string
  lines: readonly string[]
  /** The last lines, which are never cut. */
  links: readonly MessageLink[]
  /** For programs. */
  data?: object
}

/** Where to read more; without an address only words say where. */
interface MessageLink {
  words: string
  url?: string
}

export interface Wording {
  maskPhone: boolean
  hideQuestion: boolean
  siteUrl: string | undefined
  pageWords(path: string): string
  /** By when whoever has asked at that time is answered. */
  answer(asking: Asking, now: number): string
  /** Of what the site has forms. */
  lists: readonly LeadKind[]
  /** The service makes markup, mentions and links of what visitors write. */
  readsMarkup: boolean
}

const devices: Readonly<Record<LeadSource, string>> = { desktop: '电脑', mobile: '手机', alliance: '合作接口' }
const newLeadTitle = (kind: LeadKind): string => `【新${leadKinds[kind].noun}】`

/** Twenty and an ellipsis: enough to know what it is about. */
const questionLength = 21

/** That an inquiry or application has arrived. */
export function noticeOf(record: LeadRecord, wording: Wording): Message {
  const {
    id,
    agentName,
    agentInfo,
    region = '',
    topic = '',
    question = '',
    source,
    items = [],
    files = [],
    origin,
  } = record
  const { maskPhone, hideQuestion, pageWords } = wording
  const say = words(wording)
  const names = files.map(({ name }) => say(maskIn(wording)(name), 40))
  const from = [
    devices[source],
    origin?.referrer && `来自${origin.referrer}`,
    origin?.campaign && `活动${origin.campaign}`,
    origin?.landing && `先打开${pageWords(origin.landing)}`,
  ]
  const facts = [
    ['姓名', say(agentName, 50)],
    ['公司', say(agentInfo, 60)],
    ['意向区域', say(region, 50)],
    ['电话', phoneOf(record, wording)],
    // Visitors write their numbers there, too.
    ['问题', hideQuestion ? '' : say(maskPhone ? masked(question) : question, questionLength)],
    ['附件', files.length > 0 ? `${files.length}个${hideQuestion ? '' : `，${names.join('、')}`}` : ''],
    ['答复', wording.answer({ topic: record.topic, left: record.phone }, Date.parse(record.createdAt))],
    [
      '来源',
      from
        .map((part) => say(part ?? '', 60))
        .filter(Boolean)
        .join('，'),
    ],
    ['页面', say(pageWords(origin?.page ?? ''), 80)],
    ['时间', shownTime(record.createdAt)],
  ] as const
  return {
    id: `created_${id}`,
    type: 'inquiry.created',
    title: newLeadTitle(leadKindOf(record)) + [topic, productOf(record, wording)].filter(Boolean).join('：'),
    lines: [
      ...facts.filter(([, value]) => value !== '').map(([name, value]) => `${name}：${value}`),
      // Last, since a service may cut the end of a long message.
      ...items.map((item, index) => `${index + 1}. ${rowWords(item, wording)}`),
    ],
    links: [linkOf(record, wording)],
    data: dataOf(record, wording),
  }
}

const productOf = (record: LeadRecord, wording: Wording): string =>
  productWords(record, (name) => words(wording)(name, 40))

function rowWords(item: AskedRow, wording: Wording): string {
  const { note = '', ...row } = sentItem(item, wording)
  const say = words(wording)
  return say(rowWordsOf(row), 100) + (note && `（${say(note, questionLength)}）`)
}

export function reminderOf(record: LeadRecord, wording: Wording): Message {
  const { id, nextAt = '', owner = '' } = record
  const digest = remindersOf([record], wording)
  return { ...digest, id: `reminder_${id}_${nextAt.slice(0, 10)}`, data: { ...dataOf(record, wording), nextAt, owner } }
}

export function digestOf(records: readonly LeadRecord[], wording: Wording): Message {
  const kinds = kindsOf(records)
  const [kind] = kinds
  const title = kind && kinds.length === 1 ? newLeadTitle(kind) : `【新${messageKeyword}】`
  return listed('inquiry.created', `${title}${records.length}条`, records, wording)
}

export const remindersOf = (records: readonly LeadRecord[], wording: Wording): Message =>
  listed('inquiry.reminder', `【跟进提醒】今天要联系${records.length}位客户`, records, wording)

export function testMessage(label: string, id: string, wording: Wording): Message {
  const line = `“${label}”可以收到通知，新的客户线索会发到这里。`
  return {
    id: `test_${id}`,
    type: 'channel.test',
    title: '【测试】',
    lines: [line],
    links: listLinks(wording.lists, wording),
  }
}

/** That accounts were signed in to from devices that they did not know. */
export function newDevicesOf(
  records: readonly NewDeviceRecord[],
  accountName: (userId: string) => string,
  wording: Wording,
): Message {
  const say = words(wording)
  const lines = records.map(({ userId, device, network, createdAt }) =>
    [`账号：${say(accountName(userId), 50)}`, device, say(network, 80), shownTime(createdAt)]
      .filter(Boolean)
      .join('，'),
  )
  return {
    type: 'account.newDevice',
    title: '【新设备登录】',
    lines,
    links: [linkTo(`不是本人登录的，请到${messageKeyword}后台的“我的账号”修改密码`, adminScreens.account, wording)],
  }
}

/** What is wrong with the machine since when, and what is not any more. */
export function alarmsOf(records: readonly AlarmRecord[], wording: Wording): Message {
  // The program's own words: names of settings, files and sizes are copied as they are.
  const lines = records.map(
    ({ text, ended, over, since }) => `${oneLine(over ? ended : text, 300)}（${shownMinute(since)}发现的）`,
  )
  return {
    type: 'site.alarm',
    title: alarmTitle(records),
    lines,
    links: [linkTo(`请到${messageKeyword}后台的首页查看`, adminScreens.dashboard, wording)],
  }
}

/** What has no end that is sent is no fault. */
function alarmTitle(records: readonly AlarmRecord[]): string {
  if (records.every(({ over }) => over)) return '【网站恢复】'
  return records.every(({ ended }) => ended === '') ? '【到期提醒】' : '【网站告警】'
}

export function weekMessage({ day, count, fresh }: Week, wording: Wording): Message {
  const waiting = fresh === 0 ? '都联系过了' : `${fresh}条还没有人联系`
  const line = count === 0 ? '上周没有新的咨询' : `上周${count}条咨询，${waiting}`
  return {
    id: `week_${day}`,
    type: 'inquiry.week',
    title: '【上周小结】',
    lines: [line],
    links: listLinks(wording.lists, wording),
  }
}

/** No message has room for more. */
const maxListed = 1_000

function listed(type: Message['type'], title: string, records: readonly LeadRecord[], wording: Wording): Message {
  const say = words(wording)
  const names = records.slice(0, maxListed).map((record) => {
    const { agentName, agentInfo, owner = '' } = record
    const more = [
      say(agentInfo, 60),
      productOf(record, wording),
      type === 'inquiry.reminder' && owner && `${say(owner, 50)}跟进`,
    ].filter(Boolean)
    return `${say(agentName, 50)}${more.length > 0 ? `（${more.join('，')}）` : ''}`
  })
  return { type, title, lines: [names.join('、')], links: listLinks(kindsOf(records), wording) }
}

const kindsOf = (records: readonly LeadRecord[]): LeadKind[] =>
  leadKindNames.filter((kind) => records.some((record) => leadKindOf(record) === kind))

const pathOf = (record: LeadRecord): string => leadPath(record.id, leadKindOf(record))
const linkTo = (words: string, path: string, { siteUrl }: Wording): MessageLink =>
  siteUrl === undefined ? { words } : { words, url: siteUrl + path }

function linkOf(record: LeadRecord, wording: Wording): MessageLink {
  const number = numberOf(record.id)
  const words = wording.siteUrl === undefined ? `${messageKeyword}编号：${number}` : `${messageKeyword}${number}`
  return linkTo(words, pathOf(record), wording)
}

/** One for each kind, to the screen that lists it. */
function listLinks(kinds: readonly LeadKind[], wording: Wording): MessageLink[] {
  if (wording.siteUrl !== undefined)
    return kinds.map((kind) => linkTo(`${messageKeyword}·${leadKinds[kind].title}`, leadKinds[kind].screen, wording))
  return [{ words: `请到${messageKeyword}后台的${kinds.map((kind) => `“${leadKinds[kind].title}”`).join('和')}查看` }]
}

function dataOf(record: LeadRecord, wording: Wording): object {
  const {
    id,
    region,
    topic = '',
    agentName,
    agentInfo,
    productId = '',
    productName = '',
    items,
    source,
    files,
    origin,
  } = record
  return {
    agentId: id,
    number: numberOf(id),
    kind: leadKindOf(record),
    topic,
    name: agentName,
    company: agentInfo,
    ...(region !== undefined && { region }),
    phone: phoneOf(record, wording),
    productId,
    product: productName,
    ...(items && { items: items.map((item) => sentItem(item, wording)) }),
    source,
    ...(files &&
      !wording.hideQuestion && { files: files.map(({ name, size }) => ({ name: maskIn(wording)(name), size })) }),
    origin,
    createDate: shownTime(record.createdAt),
    ...(wording.siteUrl !== undefined && { url: wording.siteUrl + pathOf(record) }),
  }
}

/** Visitors write their numbers into what they can name and type, too. */
const maskIn = ({ maskPhone }: Wording): ((text: string) => string) => (maskPhone ? masked : (text) => text)

function sentItem({ model, note, ...item }: AskedRow, wording: Wording): AskedRow {
  const mask = maskIn(wording)
  return {
    ...item,
    ...(model && { model: mask(model) }),
    ...(note && !wording.hideQuestion && { note: mask(note) }),
  }
}

const phoneOf = ({ phone }: LeadRecord, { maskPhone }: Wording): string =>
  maskPhone ? phone.replace(/^(.{3}).*(.{4})$/, '$1****$2') : phone

const masked = (text: string): string => text.replace(/(\d{3})\d+(\d{4})/g, '$1****$2')

/** What services read as markup, mentions or links, each of which has a full-width twin. */
const markup = /[<>@#*_`[\](){}]/g
/** What mail programs and messengers make a link of: www.example.com, also without a scheme. */
const linkMarks = /\.(?=\S)|:(?=\/\/)/g
const fullWidth = (character: string): string => String.fromCharCode(character.charCodeAt(0) + 0xfee0)

/** Makes what visitors have written harmless, on one line and not too long. */
const words =
  ({ readsMarkup }: Wording) =>
  (text: string, length: number): string => {
    const cut = oneLine(text, length)
    const unlinked = cut.replace(linkMarks, fullWidth)
    return readsMarkup ? unlinked.replace(markup, fullWidth) : unlinked
  }

function oneLine(text: string, length: number): string {
  const line = text.replace(/[\p{C}\p{Z}\s]+/gu, ' ').trim()
  return truncate(line, length) === line ? line : `${truncate(line, length - 1)}…`
}

/** The whole of it as text, cut at so many bytes of UTF-8 before the links. */
export function textOfMessage({ title, lines, links }: Message, maxBytes: number): string {
  const end = links.map(({ words, url }) => `\n${words}${url === undefined ? '' : `：${url}`}`).join('')
  const bytes = Buffer.from([title, ...lines].join('\n'))
  const room = maxBytes - Buffer.byteLength(end)
  if (bytes.length <= room) return bytes.toString() + end
  let length = room - Buffer.byteLength('…')
  while (((bytes[length] ?? 0) & 0xc0) === 0x80) length--
  return `${bytes.toString('utf8', 0, length)}…${end}`
}
