/** What must be there of records after any order of events, without code of the product. Times are minutes from the start. */

export interface Text {
  title: string
  ends?: number
  pinned?: boolean
}
/** A published text; `version` is the number of the change that has made it. */
interface Version extends Text {
  version: number
}
/** `since` is the change that has published it first, `rank` where it was moved to. */
interface Live extends Version {
  place: { since: number; rank?: number }
}
/** `base` is the text that it was begun on, `place` that of what was taken off. */
interface Draft extends Text {
  at?: number
  base?: Text
  place?: Live['place']
}
/** `versions` are those that were replaced or went, `link` is the last one to a draft. */
export interface State {
  live?: Live
  draft?: Draft
  trash?: { live?: Live; draft?: Draft }
  versions: Version[]
  link?: 'open' | 'dead'
}
/** The states by the names of their records, and the number of changes so far. */
export interface Moment {
  now: number
  step: number
  states: Readonly<Record<string, State>>
}
/** `top` is the first place of a list, `apart` keeps the times of records apart. */
interface Event {
  now: number
  step: number
  top: number
  apart: number
  byClock: boolean
}
type Change = (state: State, event: Event) => State | undefined

export const nowhere: State = { versions: [] }
const isOver = (time: number | undefined, now: number): boolean => time !== undefined && time <= now
export const text = ({ title, ends, pinned }: Text): Text => ({
  title,
  ...(ends !== undefined && { ends }),
  ...(pinned && { pinned }),
})
const draftOf = ({ live, draft }: { live?: Live | undefined; draft?: Draft | undefined }): Draft =>
  draft ?? (live ? { ...text(live), base: text(live) } : { title: '' })
const withoutEnd = ({ ends, ...rest }: Draft, now: number): Draft => ({
  ...rest,
  ...(ends !== undefined && ends > now && { ends }),
})
const withoutTime = ({ at, ...rest }: Draft, now: number): Draft => ({
  ...rest,
  ...(at !== undefined && at > now && { at }),
})
/** A link ends with its draft. */
const ended = (state: State): State => ({ ...state, ...(state.link && { link: 'dead' }) })
const otherVersions = ({ live, versions }: State): Version[] =>
  versions.filter(({ version }) => version !== live?.version)

/** Undefined where both have changed the same. */
function merged({ base, ...mine }: Draft, theirs: Text | undefined): Text | undefined {
  if (!theirs) return text(mine)
  const changed = (['title', 'ends', 'pinned'] as const).filter((name) => mine[name] !== base?.[name])
  if (changed.some((name) => theirs[name] !== base?.[name] && mine[name] !== theirs[name])) return undefined
  return text({ ...theirs, ...Object.fromEntries(changed.map((name) => [name, mine[name]])) })
}

const publish: Change = ({ live, draft, ...state }, { now, step }) => {
  const next = draft && merged(draft, live)
  if (!next || isOver(next.ends, now)) return undefined
  return ended({ ...state, live: { ...next, version: step, place: live?.place ?? draft.place ?? { since: step } } })
}

/** What was typed is an edit of the draft, where there is one. */
const publishFields: Change = (state, event) =>
  state.trash ? undefined : publish({ ...state, draft: { ...draftOf(state), title: `稿${event.step}` } }, event)

/** By hand the draft loses its time; by the clock only one that is over, or it would be published at once. */
const takeOff: Change = ({ live, draft, ...state }, { now, byClock }) =>
  live && {
    ...state,
    draft: { ...withoutTime(withoutEnd(draftOf({ live, draft }), now), byClock ? now : Infinity), place: live.place },
  }

function saveDraft(state: State, fields: Partial<Draft>, draft = { ...draftOf(state), ...fields }): State | undefined {
  return state.trash || (draft.at !== undefined && isOver(draft.ends, draft.at)) ? undefined : { ...state, draft }
}

const restoreVersion: Change = (state, { now }) => {
  const [last, { ends: _ends, pinned: _pinned, ...draft }] = [otherVersions(state).at(-1), draftOf(state)]
  return last && !isOver(last.ends, now) ? saveDraft(state, {}, { ...draft, ...text(last) }) : undefined
}

const restore: Change = ({ trash, ...state }, { now }) => {
  const back = { ...trash, ...(trash?.draft && { draft: withoutTime(trash.draft, now) }) }
  if (!trash || !back.live || !isOver(back.live.ends, now)) return trash && { ...state, ...back }
  return { ...state, draft: { ...withoutEnd(draftOf(back), now), place: back.live.place } }
}

const changeLive =
  (fields: (live: Live, event: Event) => Partial<Live>): Change =>
  ({ live, ...state }, event) =>
    live && { ...state, live: { ...live, ...fields(live, event) } }

/** Undefined where an event is refused, which changes nothing. */
const events: Readonly<Record<string, Change>> = {
  'save a draft': (state, { step }) => saveDraft(state, { title: `稿${step}` }),
  'save a draft with a time': (state, { now, step, apart }) =>
    saveDraft(state, { title: `稿${step}`, at: now + 60 + apart }),
  publish,
  'publish fields': publishFields,
  edit: changeLive((_live, { step: version }) => ({ title: `稿${version}`, version })),
  'set an end': changeLive((_live, { now, apart, step: version }) => ({
    title: `稿${version}`,
    ends: now + 120 + apart,
    version,
  })),
  'take off': takeOff,
  delete: ({ live, draft, ...state }) => live && ended({ ...state, trash: { live, ...(draft && { draft }) } }),
  discard: ({ live, draft, ...state }) => draft && ended({ ...state, ...(live ? { live } : { trash: { draft } }) }),
  restore,
  erase: ({ trash, link }) => trash && { ...nowhere, ...(link && { link }) },
  'restore a version': restoreVersion,
  pin: changeLive(({ pinned }, { step: version }) => ({ pinned: !pinned, version })),
  move: changeLive(({ place }, { top: rank }) => ({ place: { ...place, rank } })),
  'make a link': (state) => state.draft && { ...state, link: 'open' },
  'time passes': (state) => state,
  'the server restarts': (state) => state,
}
export const eventNames = Object.keys(events)

const rankOf = ({ place: { since, rank = since } }: Live): number => rank
const isPinned = (live: Text | undefined): boolean => live?.pinned ?? false

function changed(
  { now, step: before, states }: Moment,
  name: string,
  change: Change | undefined,
  byClock = false,
): Moment | undefined {
  const [state = nowhere, step] = [states[name], before + 1]
  const group = Object.entries(states).flatMap(([other, { live }]) =>
    live && other !== name && isPinned(live) === isPinned(state.live) ? [rankOf(live)] : [],
  )
  const apart = Object.keys(states).indexOf(name)
  const next = change?.(state, {
    now,
    step,
    top: Math.max(step, ...group.map((rank) => (rank > step ? rank + 1 : 0))),
    apart,
    byClock,
  })
  if (!next) return undefined
  const { live } = state
  const versions =
    !live || next.live?.version === live.version
      ? next.versions
      : [...otherVersions({ ...next, live }), { ...text(live), version: live.version }]
  return { now, step, states: { ...states, [name]: { ...next, versions } } }
}

/** What is due happens, in the order of its times; a draft that clashes stays. The last moment, after those on the way. */
function passDue(moment: Moment): Moment[] {
  const due = Object.entries(moment.states).flatMap(([name, { draft, live }]) => [
    { name, time: draft?.at ?? Infinity, change: publish },
    { name, time: live?.ends ?? Infinity, change: takeOff },
  ])
  for (const { name, time, change } of due.sort((a, b) => a.time - b.time)) {
    const next = time <= moment.now ? changed(moment, name, change, true) : undefined
    if (next) return [moment, ...passDue(next)]
  }
  return [moment]
}

/** The moment after an event, and all that a kill may leave. */
export function afterEvent(moment: Moment, event: string, name: string): { after: Moment; left: Moment[] } {
  const later = { ...moment, now: moment.now + (event === 'time passes' ? 90 : 0) }
  const made = changed(later, name, events[event]) ?? { ...later, step: later.step + 1 }
  const onTheWay = passDue(made)
  const state = moment.states[name] ?? nowhere
  // Versions are erased one by one, and the record can be erased again.
  const withVersions = (versions: Version[]): Moment => ({
    ...later,
    states: { ...later.states, [name]: { ...state, versions } },
  })
  const halfErased = state.versions.map((_, i) => withVersions(state.versions.slice(i + 1)))
  return { after: onTheWay.at(-1) ?? made, left: [later, ...onTheWay, ...(event === 'erase' ? halfErased : [])] }
}

/** The same for states that differ only in the day and in their texts. */
export function keyOf({ now }: Moment, { versions, ...state }: State = nowhere): string {
  const seen = new Map<string, number>()
  return JSON.stringify({ ...state, versions: versions.slice(-2) }, (name, value) => {
    if (name === 'at' || name === 'ends') return isOver(value, now) ? 'over' : value - now
    if (name === 'since') return undefined
    if (name === 'rank') return value > 1e6
    if (name !== 'title' && name !== 'version') return value
    const key = `${name} ${value}`
    if (!seen.has(key)) seen.set(key, seen.size)
    return seen.get(key)
  })
}

/** What visitors, staff and the disk have: of the kind, and of these records. */
export function mustShow({ states }: Moment, kind: string, names: readonly string[]): Record<string, object> {
  const shown = Object.values(states)
    .flatMap(({ live }) => live ?? [])
    .sort((a, b) => Number(isPinned(b)) - Number(isPinned(a)) || rankOf(b) - rankOf(a) || b.place.since - a.place.since)
  const [list, beside, isNews] = [
    shown.map(({ title }) => title),
    shown.findIndex(({ version }) => version === 0),
    kind === 'news',
  ]
  return {
    list,
    search: [...list, '旁'].sort(),
    feed: isNews ? list : ['旁'],
    neighbours: [list[beside - 1], list[beside + 1]],
    related: isNews ? [] : list.filter((_, place) => place !== beside).sort(),
    trash: Object.values(states)
      .flatMap(({ trash }) => (trash ? [(trash.live ?? trash.draft)?.title] : []))
      .sort(),
    ...Object.fromEntries(names.map((name) => [name, ofRecord(states[name] ?? nowhere, kind)])),
  }
}

function ofRecord(state: State, kind: string): object {
  const { live, draft, trash, versions, link } = state
  const [others, at] = [otherVersions(state), draft?.at === undefined ? {} : { at: draft.at }]
  return {
    page: live?.title ?? '',
    inSitemap: live !== undefined,
    link: link === 'open' ? draft?.title : link && '',
    row: live
      ? { ...text(live), ...at, state: 'published', ...(draft && { hasDraft: true }) }
      : draft && { ...text(draft), ...at, state: draft.at === undefined ? 'draft' : 'scheduled' },
    draft: draft && { ...text(draft), ...at },
    history: [others.length, ...others.slice(-1).map(text)],
    files: [
      ...(draft ? [`drafts/${kind}/`] : []),
      ...versions.map(() => `history/${kind}/`),
      ...(live ? [`${kind}/`] : []),
      ...(trash ? [`trash/${kind}/`] : []),
    ],
  }
}
