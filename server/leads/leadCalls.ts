import { type FollowUpState, followUpStates, leadKindOf, isDue } from '../../contract/leads/leads.ts'
import { dealerForm } from '../../contract/leads/dealerForm.ts'
import { origin as originRule, type LeadOrigin } from '../../contract/leads/leadOrigin.ts'
import type { ParsedOf } from '../../contract/calls/calls.ts'
import type { LeadNote, LeadRow, LeadSource, PublicSite } from '../../contract/kinds/entities.ts'
import { type Body, FieldError, type Fields, parseFields } from '../../contract/calls/fields.ts'
import type { StateData } from '../../contract/calls/replies.ts'
import { normalPhone } from '../../contract/text/phone.ts'
import type { AskedRow, QuoteRow } from '../../contract/leads/quoteList.ts'
import { pageWords } from '../site/addressBook.ts'
import { type Caller, type Handlers, signedIn } from '../call.ts'
import { Failure, fieldFailure, notFound } from '../failure.ts'
import { deliveriesOf } from './due.ts'
import { countOlder, forgetPhone } from './forget.ts'
import type { Outbox } from './outbox.ts'
import type { LeadFiles } from './leadFiles.ts'
import type { Trash } from '../records/trash.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { nextVersion } from '../store/edits.ts'
import { type LeadRecord, leadRow } from '../store/leadRecords.ts'
import { shownTime } from '../store/kind.ts'
import type { Store } from '../store/store.ts'
import { type Application, createReception, type ReceptionParts } from './apply.ts'
import { forEach } from '../store/forEach.ts'
import { listPage } from '../store/listPage.ts'
import { productNameToday, titleToday } from '../store/titleToday.ts'

/** Applications and inquiries: what visitors send, and what staff do about it. */
export function leadCalls(
  sources: ReceptionParts & { trash: Trash; leadFiles: LeadFiles; outbox: Pick<Outbox, 'canAnswer'> },
) {
  const { store, site, trash, leadFiles, outbox, now } = sources
  const { agent, doubtful } = store
  const accept = createReception(sources)
  const remove = async (id: string, by: string): Promise<void> => {
    if (agent.get(id) || !(await doubtful.remove(id))) await trash.put('agent', id, { by })
  }
  const apply = async (input: ParsedOf<'leadSave'>, caller: Caller, source?: LeadSource): Promise<null> => {
    await accept(parseApplication(input, source), input, caller)
    return null
  }

  return {
    leadSave: (input, caller) => apply(input, caller),
    allianceInsert: (input, caller) => apply(input, caller, 'alliance'),
    // What a trap has caught is a robot's.
    inquirySave: (input, caller) =>
      leadFiles.take(input.website ? [] : (input.files ?? []), async (files) => {
        const inquiry = { ...inquiryOf(store, input), ...(files.length > 0 && { files }) }
        return { agentId: await accept(inquiry, { ...input, origin: originOf(input) }, caller) }
      }),
    inquiryFile: ({ file }, { address }) => leadFiles.keep(file, address),
    async inquiryFileRead({ agentId, fileId }) {
      const record = agent.get(agentId) ?? doubtful.get(agentId)
      const file = record && leadFiles.read(record, fileId)
      if (!file) throw new Failure(404, '这个文件已经没有了')
      return file
    },
    async leadList({ page, limit, word, doubtful: isDoubtful, sort, order, from, to, ...filter }) {
      const query = { page, limit, word: searchedWord(word), filter: filterOf(filter, chinaTime(now()).slice(0, 10)) }
      const { data, count } = await listPage(isDoubtful ? doubtful : agent, query, { sort, order, from, to })
      const rowOf = (record: LeadRecord): LeadRow => ({
        ...leadRow(record),
        ...(isDoubtful && { doubtful: true }),
        ...beside(store, site(), outbox, record),
      })
      return { count, data: data.map(rowOf) }
    },

    async leadUpdate(
      { agentId, doubtful: isDoubtful, note, ownerBefore, stateBefore, nextAtBefore, ...changes },
      caller,
    ) {
      const { name } = signedIn(caller).user
      if (isDoubtful === false) await releaseDoubtful(store, agentId)
      const fields = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
      if (!agent.get(agentId)) throw notFound()
      if (!note && Object.keys(fields).length === 0) return null
      const updated = await agent.update(agentId, (current) => {
        const { state: from = 'new', owner = '', nextAt = '' } = current
        const { state: to = from, owner: nextOwner = owner, nextAt: wantedAt = nextAt } = changes
        if (wantedAt !== nextAt) refuseIfChanged('nextAt', nextAtBefore, nextAt, nextAtWords(nextAt))
        if (nextOwner !== owner) refuseIfChanged('owner', ownerBefore, owner, ownerWords(owner))
        if (to !== from) refuseIfChanged('state', stateBefore, from, stateWords(current, from))
        caller.moved = to === from ? undefined : { from, to }
        const next = followedUp(current, fields, name, now())
        // Of another time staff are reminded again.
        if (next.nextAt !== current.nextAt) delete next.reminded
        if (note) next.notes = notesWith(current, { text: note, by: name }, now())
        return next
      })
      if (!updated) throw notFound()
      return null
    },

    async leadDelete({ agentId, agentIds }, caller) {
      const { name } = signedIn(caller).user
      if (agentId !== undefined && agentIds === undefined) await remove(agentId, name)
      else if (agentIds !== undefined && agentId === undefined) await forEach(agentIds, (id) => remove(id, name))
      else {
        throw fieldFailure('agentId', '请填写agentId或agentIds其中一项')
      }
      return null
    },
    async leadForget({ phone }) {
      const count = await forgetPhone(store, phone)
      await leadFiles.sweep()
      return { count }
    },
    leadExpired({ months }) {
      const present = countOlder(store, site().inquiry.retentionMonths, now())
      return { count: Math.max(0, countOlder(store, months, now()) - present) }
    },
  } satisfies Partial<Handlers>
}

/** With what somebody has done about it. */
export function followedUp(current: LeadRecord, changes: Partial<LeadRecord>, by: string, now: number): LeadRecord {
  const { state = current.state } = changes
  const moved = state === current.state ? {} : { moved: { by, at: chinaTime(now) } }
  return { ...current, ...changes, ...moved, changedAt: nextVersion(current, now), changedBy: by }
}

/** Who has not seen what it is by now must not change it. */
function refuseIfChanged(field: StateData['field'], before: string | undefined, now: string, message: string): void {
  if (before !== undefined && before !== now)
    throw new Failure(409, message, { data: { field, now } satisfies StateData })
}

const nextAtWords = (nextAt: string): string => `下次联系已经${nextAt === '' ? '去掉' : `改为${nextAt.slice(0, 10)}`}了`
const ownerWords = (owner: string): string => (owner === '' ? '负责人已经去掉了' : `负责人已经是${owner}了`)

function stateWords({ moved }: LeadRecord, state: FollowUpState): string {
  const words = `“${followUpStates[state]}”`
  return moved ? `${moved.by}已把状态改为${words}（${shownTime(moved.at).slice(5, 16)}）` : `状态已经是${words}`
}

/** What is known of it elsewhere: by channels, and of its pages. */
function beside(
  store: Store,
  site: PublicSite,
  outbox: Pick<Outbox, 'canAnswer'>,
  { id, origin }: LeadRecord,
): Pick<LeadRow, 'reminds' | 'mails' | 'delivered' | 'originPages'> {
  const record = store.agent.get(id)
  const channels = store.channel.all()
  const delivered = record ? deliveriesOf(record, channels) : []
  const words = (path: string): string => pageWords({ store, site }, path)
  return {
    ...(channels.some(({ on, operator }) => on && !operator) && { reminds: true }),
    ...(record && outbox.canAnswer(record) && { mails: true }),
    ...(delivered.length > 0 && { delivered }),
    ...(origin && { originPages: { landing: words(origin.landing), page: words(origin.page) } }),
  }
}

function inquiryOf(store: Store, input: ParsedOf<'inquirySave'>): Application {
  const { topic, name, phone, company, question, productId, items, origin } = input
  const productName = productId && titleToday(store, 'product', productId)
  return {
    agentName: name,
    agentInfo: company,
    phone,
    source: origin?.device === 'phone' ? 'mobile' : 'desktop',
    kind: 'inquiry',
    topic,
    ...(question && { question }),
    ...(isId(productId) && { productId }),
    ...(productName && { productName }),
    ...(items && { items: items.map((row) => namedRow(store, row)) }),
  }
}

/** The product may have been taken off since somebody has chosen it. */
function namedRow(store: Store, row: QuoteRow): AskedRow {
  const productName = productNameToday(store, row.productId)
  return productName ? { ...row, productName } : row
}

/** The product may be gone, and a sender may make an id up. */
const isId = (id: string | undefined): id is string => /^[\w-]{1,80}$/.test(id ?? '')

const originOf = ({ origin, page }: ParsedOf<'inquirySave'>): LeadOrigin | undefined =>
  page ? originRule.parse({ ...origin, page }) : origin

/** A telephone number is found however it is typed. */
export function searchedWord(word: string): string {
  const phone = normalPhone(word)
  return /^\d{4,}$/.test(phone) ? phone : word
}

type LeadFilter = Pick<ParsedOf<'leadList'>, 'agentId' | 'agentName' | 'state' | 'kind' | 'owner' | 'due'>

function filterOf(
  { agentId, agentName, state, kind = 'dealer', owner, due }: LeadFilter,
  today: string,
): { key: string; matches(record: LeadRecord): boolean } | undefined {
  const name = agentName.toLowerCase()
  if (agentId !== undefined) return { key: JSON.stringify([agentId]), matches: ({ id }) => id === agentId }
  const isOfState = (record: LeadRecord): boolean => state === undefined || state === (record.state ?? 'new')
  const isOfKind = (record: LeadRecord): boolean => kind === 'all' || kind === leadKindOf(record)
  const isOwned = (record: LeadRecord): boolean => owner === '' || owner === record.owner
  if (name === '' && owner === '' && !due && state === undefined && kind === 'all') return undefined
  return {
    key: JSON.stringify([name, state, kind, owner, due && today]),
    matches: (record) =>
      isOfState(record) &&
      isOfKind(record) &&
      isOwned(record) &&
      (!due || isDue(record, today)) &&
      record.agentName.toLowerCase().includes(name),
  }
}

export const releaseDoubtful = ({ states }: Store, id: string) =>
  states.agent.change(id, ({ live, draft, ...state }) => ({ ...state, live: live ?? draft, draft: undefined }))

const maxNotes = 500
const repeatMs = 60_000

export function refuseMoreNotes({ length }: readonly LeadNote[]): void {
  if (length >= maxNotes) throw fieldFailure('note', `跟进记录最多${maxNotes}条`)
}

/** The same note again within a minute is a repeated request. */
function notesWith(
  { notes = [] }: LeadRecord,
  { text, by }: { text: string; by: string },
  now: number,
): readonly LeadNote[] {
  const at = shownTime(chinaTime(now))
  const last = notes.at(-1)
  if (last && last.text === text && last.by === by && last.at > shownTime(chinaTime(now - repeatMs))) return notes
  refuseMoreNotes(notes)
  return [...notes, { at, by, text }]
}

/** Parses both shapes of the body. An error names the field that was sent. */
function parseApplication(input: ParsedOf<'leadSave'>, source: LeadSource | undefined): Application {
  const mobile = input.companyName !== undefined || input.clientName !== undefined
  const values: Body = mobile
    ? { agentInfo: input.companyName, agentName: input.clientName, phone: input.phone }
    : input
  try {
    return {
      ...parseFields(dealerForm satisfies Fields, values),
      ...(input.region !== '' && { region: input.region }),
      kind: 'dealer',
      source: source ?? (mobile ? 'mobile' : 'desktop'),
    }
  } catch (error) {
    if (!mobile || !(error instanceof FieldError)) throw error
    const names: Readonly<Record<string, string>> = { agentInfo: 'companyName', agentName: 'clientName' }
    throw new FieldError(names[error.field] ?? error.field, error.message)
  }
}
