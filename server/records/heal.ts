import { deletable } from '../../contract/kinds/entities.ts'
import type { Store } from '../store/store.ts'

/** Finishes what a killed server has left in two places. For the start; other servers may be at work. */
export async function heal(store: Store): Promise<void> {
  await store.catchUp()
  for (const kind of deletable) await store.states[kind].heal()
}
