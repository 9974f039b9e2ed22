import type { SessionRow } from '../../contract/kinds/entities.ts'
import type { Sessions } from './sessions.ts'
import { type Handlers, signedIn } from '../call.ts'
import { Failure, fieldFailure } from '../failure.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { createDate, shownTime } from '../store/kind.ts'
import type { Store } from '../store/store.ts'

/** 登录设备: the sessions of the account that calls. */
export function sessionCalls({ store, sessions }: { store: Store; sessions: Sessions }) {
  return {
    async sessionList(_, caller) {
      const { user, session: current } = signedIn(caller)
      const rows = (await sessions.list(user.id)).map(({ session, usedAt }): SessionRow => {
        const { handle: sessionId, device = '', network = '' } = session
        const lastUse = shownTime(chinaTime(usedAt))
        return {
          sessionId,
          device: device || '未知设备',
          network,
          createdAt: createDate(session),
          lastUse,
          here: session.id === current.id,
        }
      })
      return rows.sort((a, b) => Number(b.here) - Number(a.here) || (a.lastUse < b.lastUse ? 1 : -1))
    },

    async sessionEnd({ sessionId, others }, caller) {
      const { user, session: current } = signedIn(caller)
      if (sessionId === undefined && !others) throw fieldFailure('sessionId', '请选择要退出的设备')
      if (others) await sessions.closeAll(user.id, current.id)
      if (sessionId === undefined) return null
      if (!(await sessions.end(user.id, sessionId))) throw new Failure(404, '这个设备已经退出登录')
      if (sessionId === current.handle) caller.dropToken()
      return null
    },

    async sessionSeen({ sessionId }, caller) {
      const { user } = signedIn(caller)
      if (store.newDevice.get(sessionId)?.userId !== user.id) throw new Failure(404, '这条提醒已经没有了')
      await store.newDevice.update(sessionId, (current) => ({ ...current, seen: true }))
      return null
    },
  } satisfies Partial<Handlers>
}
