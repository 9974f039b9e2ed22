import type { KindName } from '../../contract/kinds/kinds.ts'
import { commitWrites, retried } from './changes.ts'
import type { Collection } from './collection.ts'
import type { Disk } from './disk.ts'
import { followed } from './followers.ts'
import { KeyedQueue } from '../system/keyedQueue.ts'
import { type Edited, type Kind, type Stored, versionOf } from './kind.ts'
import { type AnyRecord, type DraftRecord, draftKey, type TrashRecord } from './records.ts'

/** Where a record is. Of applications the draft is what may be a robot's. */
export interface State<L extends Stored = AnyRecord, D extends Stored = DraftRecord> {
  live: L | undefined
  draft: D | undefined
  trash: TrashRecord<L, D> | undefined
}
export const nowhere = { live: undefined, draft: undefined, trash: undefined }

type Plan<L extends Stored, D extends Stored> = (state: State<L, D>) => State<L, D> | Promise<State<L, D>>
/** Notes a change before it is written: what it returns is awaited. */
export type Journal = (before: State<Stored, Stored>, next: State<Stored, Stored>) => Promise<void>

/**
 * Changes records together with what leads on from their pages: an address that a record leaves leads to its next one, or to `redirectTo` where
 * the record goes. A page that is there comes first, so that is written before the record, and removed after it where the page is there again.
 */
export interface RecordChanges {
  /** As `change` of the store's states: `changes.change(kind, id, (state) => ({ ...next, redirectTo }))` takes one off and leads its visitors. */
  change(
    kind: KindName,
    id: string,
    plan: (state: State) => Leaving | Promise<Leaving>,
    journal?: Journal,
  ): Promise<State>
  /** Throws where no visitor can be led there, for who is to choose; of records that go, one that cannot be opened is passed over. */
  refuseTarget(redirectTo: string): void
}
type Leaving = State & { redirectTo?: string }

interface StateChange<L extends Stored, D extends Stored> {
  id: string
  before: State<L, D>
  next: State<L, D>
  byOtherServer: boolean
}

interface Rules<L extends Stored, D extends Stored> {
  /** Which of the two a change has left; undefined where both belong there. */
  left(live: L, draft: D): 'live' | 'draft' | undefined
  /** Makes a record live by `write`, if it may be. */
  admit?(next: L, before: State<L, D>, live: Collection<L>, write: () => Promise<void>): Promise<void>
}

/**
 * The order of writes. Puts come first, so that the record is always somewhere: the draft before the live record, since the trash counts as
 * long as no live record is there. Removals: the live record before the draft, or the trash would come back without it.
 */
const putOrder = ['trash', 'draft', 'live'] as const
const removalOrder = ['live', 'draft', 'trash'] as const

export type States<L extends Edited = AnyRecord, D extends Stored = DraftRecord> = Awaited<
  ReturnType<typeof openStates<L, D>>
>

interface Opening {
  disk: Disk
  open<R extends Stored>(kind: Kind<R>, writes: KeyedQueue): Promise<Collection<R>>
}

/** The place where records of a kind change their state. A crash leaves the first writes of a change, and `settled` is what it meant. */
export async function openStates<L extends Edited, D extends Stored>(
  { disk, open }: Opening,
  kinds: { live: Kind<L>; draft: Kind<D>; trash: Kind<TrashRecord<L, D>> },
  { left, admit }: Rules<L, D>,
) {
  const writes = new KeyedQueue()
  const [live, draft, trash] = await Promise.all([
    open(kinds.live, writes),
    open(kinds.draft, writes),
    open(kinds.trash, writes),
  ])
  const stateOf = (id: string): State<L, D> => ({ live: live.get(id), draft: draft.get(id), trash: trash.get(id) })

  /** The state that is meant where a crash has left a record in two places. */
  function settled(state: State<L, D>): State<L, D> {
    if (state.trash) return state.live ? { ...state, trash: undefined } : { ...nowhere, trash: state.trash }
    const one = state.live && state.draft && left(state.live, state.draft)
    return one ? { ...nowhere, [one]: state[one] } : state
  }

  const { watch, emit } = followed<StateChange<L, D>>()
  const follow = <R extends Stored>(place: keyof State, collection: Collection<R>): unknown =>
    collection.watch('state', ({ id, before, byOtherServer }) =>
      emit({ id, before: { ...stateOf(id), [place]: before }, next: stateOf(id), byOtherServer }),
    )
  follow('live', live)
  follow('draft', draft)
  follow('trash', trash)

  /**
   * Resolves to what `plan` returns, which is called again when another server has changed the record meanwhile. It may throw to change
   * nothing, and must not change this record in another way: it would wait for itself.
   */
  const change = (id: string, plan: Plan<L, D>, journal?: Journal): Promise<State<L, D>> =>
    writes.run(id, () =>
      retried(disk, async () => {
        const places = { live: live.at(id), draft: draft.at(id), trash: trash.at(id) }
        const records = { live: places.live.record, draft: places.draft.record, trash: places.trash.record }
        const before = settled(records)
        const next = await plan(before)
        await journal?.(before, next)
        const to = {
          live: places.live.to(next.live),
          draft: places.draft.to(next.draft),
          trash: places.trash.to(next.trash),
        }
        const ordered = [
          ...putOrder.filter((place) => next[place]),
          ...removalOrder.filter((place) => !next[place]),
        ].flatMap((place) => to[place])
        // The plan has read all of them, whichever it changes.
        const seen = [places.live.seen, places.draft.seen, places.trash.seen]
        const write = (): Promise<void> => commitWrites(disk, ordered, seen)
        await (admit && next.live && to.live.length > 0 ? admit(next.live, records, live, write) : write())
        return next
      }),
    )

  return {
    live,
    draft,
    trash,
    /** As `change` would find it. */
    of: (id: string): State<L, D> => settled(stateOf(id)),
    change,
    /** Calls back for each place that changes, once all of a change are visible; those of another server may come one by one. */
    watch,
    /** Finishes what a killed server has left in two places. */
    async heal(): Promise<void> {
      for (const id of new Set([...draft.all(), ...trash.all()].map((record) => record.id)))
        await change(id, (state) => state)
    },
  }
}

/** Neither can be so by chance: a key ends with its draft, and the version that comes after a draft was published is a later one. */
export function leftOf(live: AnyRecord, draft: DraftRecord): 'live' | 'draft' | undefined {
  if (live.ofDraft === draftKey(draft)) return 'live'
  // A program before would leave `off` there when it puts the record online again.
  return draft.was && draft.off === versionOf(live) ? 'draft' : undefined
}
