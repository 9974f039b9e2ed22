import type { KindName } from '../contract/kinds/kinds.ts'
import { liveKinds, type RecordOf } from '../server/store/records.ts'

/** A record with these fields. The store completes the others, so that a new field of the kind needs no change of a test. */
export const recordOf = <N extends KindName>(name: N, fields: Partial<RecordOf<N>>): RecordOf<N> =>
  liveKinds[name].complete(fields) as RecordOf<N>
