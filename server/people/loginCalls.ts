import type { Item, Site } from '../../contract/kinds/entities.ts'
import { hiddenGroups, type LocationId, locations } from '../../contract/kinds/groups.ts'
import { closedParts } from '../../contract/site/sitePages.ts'
import { proofsOf } from '../../contract/site/proofs.ts'
import { authOf } from '../../contract/calls/roles.ts'
import type { Accounts } from './accounts.ts'
import { needsSecondFactor, rememberedSeconds, type Sessions } from './sessions.ts'
import { itemId, type UserRecord } from '../store/records.ts'
import type { StarterContent } from '../site/seed.ts'
import type { Store } from '../store/store.ts'
import { type Handlers, signedIn } from '../call.ts'
import { currentItem } from '../site/item.ts'

interface LoginCallsParts {
  store: Store
  site: () => Site
  starter: StarterContent
  accounts: Accounts
  sessions: Sessions
  sendsNothing: boolean
  followUrl: string
  deviceOrigin: () => string | undefined
}

/** So many visits are worth statistics. */
const worthShowing = 50
const visitedTimes = ({ visit }: Store): number => visit.all().reduce((sum, { count }) => sum + count, 0)

export function loginCalls(services: LoginCallsParts) {
  const { store, site, accounts, sessions, sendsNothing, followUrl, deviceOrigin } = services
  const authFor = (user: UserRecord): string => (needsSecondFactor(store, user) ? '' : authOf(user))
  const item = (): Item => currentItem(services)
  return {
    async login({ username, password, remember, code }, caller) {
      const { token, session, user, deviceCookie } = await accounts.signIn(username, password, caller, remember, code)
      // The cookie of the earlier session is replaced, so nobody could end that session later.
      if (caller.token) await sessions.close(caller.token)
      caller.keepToken(token, remember ? rememberedSeconds : undefined)
      caller.keepDevice(user.id, deviceCookie)
      return {
        userId: user.id,
        token,
        session: session.handle,
        auth: authFor(user),
        isDeadlineToken: remember ? 1 : 0,
        ...item(),
      }
    },

    userInfo(_, caller) {
      const current = signedIn(caller)
      const { user, session } = current
      const { id: userId, name, avatar, role = 'admin', firstPassword, secondFactor, secondFactorEnded } = user
      const proofs = proofsOf(site()).map(({ name }) => name)
      const hidden = hiddenGroups(site().groups)
      const groups = site().groups.map(({ id, name, parent }) => ({ id, name, parent, on: !hidden.has(id) }))
      const groupName = (id: LocationId): string => groups.find((group) => group.id === id)?.name ?? locations[id]
      const productGroups = { zhgd: groupName('zhgd'), cpxt: groupName('cpxt'), jzbh: groupName('jzbh') }
      const origin = deviceOrigin()
      const ownFollowUrl = followUrl.replace('{userId}', encodeURIComponent(userId))
      return {
        userId,
        name,
        avatar,
        role,
        auth: authFor(user),
        ...item(),
        followUrl: ownFollowUrl,
        productGroups,
        groups,
        closed: closedParts(site()),
        proofs,
        secondFactor: {
          on: secondFactor?.on === true,
          recoveryCodes: secondFactor?.recoveryCodes.length ?? 0,
          required: store.item.get(itemId)?.needsSecondFactor === true,
          ...(secondFactorEnded && { endedBy: secondFactorEnded }),
        },
        ...(firstPassword && { firstPassword }),
        ...(sessions.choosesPassword(current) && { byLink: { session: session.handle } }),
        ...(origin !== undefined && { deviceOrigin: origin }),
        ...(sendsNothing && { sendsNothing }),
        ...(visitedTimes(store) >= worthShowing && { visited: true }),
      }
    },

    async logout(_, caller) {
      if (caller.token) await sessions.close(caller.token)
      caller.dropToken()
      return null
    },

    async passwordChange({ password, newPassword }, caller) {
      const current = signedIn(caller)
      const { deviceCookie } = await accounts.changePassword(current, password, newPassword)
      caller.keepDevice(current.user.id, deviceCookie)
      return null
    },

    async passwordChoose({ newPassword }, caller) {
      const current = signedIn(caller)
      const { deviceCookie } = await accounts.choosePassword(current, newPassword)
      caller.keepDevice(current.user.id, deviceCookie)
      return null
    },
  } satisfies Partial<Handlers>
}
