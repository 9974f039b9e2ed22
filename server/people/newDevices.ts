import type { SignedInUser } from '../call.ts'
import type { NewDeviceRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { program } from './clientWords.ts'

const maxKeptPerAccount = 10

/** Records a sign-in without a valid device cookie, for the account's other sessions and the channels. */
export async function recordNewDevice(store: Store, { user, session }: SignedInUser): Promise<void> {
  const { handle: id, createdAt, device = '', network = '' } = session
  const before = ofAccount(store, user.id)
  // Programs keep no cookies: each is known by its network.
  if (device === program && before.some((known) => known.device === device && known.network === network)) return
  const isFirst =
    before.length === 0 && store.session.all().every(({ userId, handle }) => userId !== user.id || handle === id)
  await store.newDevice.put({ id, createdAt, userId: user.id, device, network, ...(isFirst && { seen: true }) })
  const ofNobody = store.newDevice.all().filter(({ userId }) => !store.user.get(userId))
  const tooMany = before.slice(maxKeptPerAccount - 1)
  await Promise.all([...ofNobody, ...tooMany].map((record) => store.newDevice.remove(record.id)))
}

/** What the account has not seen yet. A new device does not see itself. */
export const unseenDevices = (store: Store, { user, session }: SignedInUser): NewDeviceRecord[] =>
  ofAccount(store, user.id).filter(({ id, seen }) => !seen && id !== session.handle)

/** Sorted from the newest. */
const ofAccount = (store: Store, id: string): NewDeviceRecord[] =>
  [...store.newDevice.newest()].filter(({ userId }) => userId === id)
