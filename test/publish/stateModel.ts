/** What must be there of one record after any order of events, without code of the product. */

/** Hours from the start. */
export type Hour = number
export interface Text { title: string; ends?: Hour }
export interface Draft extends Text { at?: Hour; base?: Text }
/** `link` is the last link that somebody has made to a draft. */
export interface State { live?: Text; draft?: Draft; trash?: { live?: Text; draft?: Draft }; link?: 'open' | 'dead' }
export interface Moment { now: Hour; state: State }

const isOver = (time: Hour | undefined, now: Hour): boolean => time !== undefined && time <= now
export const text = ({ title, ends }: Text): Text => ({ title, ...(ends !== undefined && { ends }) })
const withoutEnd = <T extends Text>({ ends, ...rest }: T, now: Hour) =>
  ({ ...rest, ...(ends !== undefined && !isOver(ends, now) && { ends }) })
const linkOf = ({ link }: State): Pick<State, 'link'> => (link ? { link } : {})
/** A link ends with its draft. */
const deadLink = ({ link }: State): Pick<State, 'link'> => (link ? { link: 'dead' } : {})

/** Undefined where both have changed the same. */
function merged({ base, ...mine }: Draft, theirs: Text | undefined): Text | undefined {
  if (!theirs) return text(mine)
  const field = <K extends keyof Text>(name: K): Text[K] | 'clash' => {
    if (mine[name] === base?.[name] || mine[name] === theirs[name]) return theirs[name]
    return theirs[name] === base?.[name] ? mine[name] : 'clash'
  }
  const [title, ends] = [field('title'), field('ends')]
  return title === 'clash' || title === undefined || ends === 'clash' ? undefined : text({ title, ...(ends !== undefined && { ends }) })
}

function publish(state: State, now: Hour): State | undefined {
  const live = state.draft && merged(state.draft, state.live)
  return live && !isOver(live.ends, now) ? { live, ...deadLink(state) } : undefined
}

/** By hand the draft loses its time; by the clock only one that is over, or it would be published at once. */
function takeOff(state: State, now: Hour, byHand: boolean): State | undefined {
  const { live, draft } = state
  if (!live) return undefined
  const { at, ...kept }: Draft = withoutEnd(draft ?? { ...live, base: live }, now)
  return { draft: { ...kept, ...(at !== undefined && !byHand && !isOver(at, now) && { at }) }, ...linkOf(state) }
}

function saveDraft(state: State, at?: Hour): State | undefined {
  const { live, draft, trash } = state
  if (trash) return undefined
  const next: Draft = { ...(draft ?? live), title: 'draft', ...(live && !draft && { base: live }), ...(at !== undefined && { at }) }
  return next.at !== undefined && isOver(next.ends, next.at) ? undefined : { ...(live && { live }), draft: next, ...linkOf(state) }
}

function restore({ trash, ...state }: State, now: Hour): State | undefined {
  if (!trash) return undefined
  const { live } = trash
  const { at, ...kept } = trash.draft ?? { title: '' }
  const draft: Draft | undefined = trash.draft && { ...kept, ...(at !== undefined && !isOver(at, now) && { at }) }
  if (live && isOver(live.ends, now)) return { draft: withoutEnd(draft ?? { ...live, base: live }, now), ...state }
  return { ...(live && { live }), ...(draft && { draft }), ...state }
}

/** Undefined where an event is refused, which changes nothing. */
const events: Record<string, (state: State, now: Hour) => State | undefined> = {
  'save a draft': (state) => saveDraft(state),
  'save a draft with a time': (state, now) => saveDraft(state, now + 1),
  publish,
  edit: (state) => state.live && { ...state, live: { ...state.live, title: 'edited' } },
  'set an end': (state, now) => state.live && { ...state, live: { ...state.live, ends: now + 2 } },
  'take off': (state, now) => takeOff(state, now, true),
  delete: ({ live, draft, ...state }) => live && { trash: { live, ...(draft && { draft }) }, ...deadLink(state) },
  discard: ({ live, draft, ...state }) => draft && { ...(live ? { live } : { trash: { draft } }), ...deadLink(state) },
  restore,
  erase: (state) => state.trash && linkOf(state),
  'make a link': (state) => state.draft && { ...state, link: 'open' },
  'time passes': (state) => state,
}
export const eventNames = Object.keys(events)

/** What is due happens, in the order of its times; a draft that clashes stays. The last state, after those on the way. */
function passDue(state: State, now: Hour): State[] {
  const [first] = [
    { time: state.draft?.at, next: publish(state, now) }, { time: state.live?.ends, next: takeOff(state, now, false) },
  ].filter(({ time, next }) => next && isOver(time, now)).sort((a, b) => (a.time ?? 0) - (b.time ?? 0))
  return first?.next ? [state, ...passDue(first.next, now)] : [state]
}

/** The moment after an event, and the states on the way to it. */
export function afterEvent({ state, now }: Moment, name: string): { after: Moment; onTheWay: State[] } {
  const later = name === 'time passes' ? now + 1.5 : now
  const onTheWay = passDue(events[name]?.(state, later) ?? state, later)
  return { after: { state: onTheWay.at(-1) ?? state, now: later }, onTheWay: [state, ...onTheWay] }
}

/** The same for states that differ only in the day. */
export const keyOf = ({ state, now }: Moment): string =>
  JSON.stringify(state, (name, value) => (name === 'at' || name === 'ends' ? (isOver(value, now) ? 'over' : value - now) : value))
