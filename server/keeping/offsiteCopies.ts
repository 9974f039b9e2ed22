import { basename } from 'node:path'
import { reasonOf } from './backupFailure.ts'
import { restoredAt } from './backupState.ts'
import type { Config, OffsiteSettings } from '../config.ts'
import type { Store } from '../store/store.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { Jobs } from '../system/jobs.ts'
import type { Log } from '../system/log.ts'
import { workerProgram } from '../system/workerProgram.ts'
import { replyOf } from '../system/workerReply.ts'
import { ownMark } from './machines.ts'
import { dueToCheck, dueToSend, untried } from './offsiteState.ts'
import type { OffsiteWork } from './offsiteWorker.ts'

interface OffsiteParts {
  settings: OffsiteSettings
  keep: Config['backupKeep']
  store: Store
  jobs: Pick<Jobs, 'add' | 'stopping'>
  now: () => number
  log: Log
}

const startWorker = workerProgram(new URL('./offsiteWorker.ts', import.meta.url))
const resourceLimits = { maxOldGenerationSizeMb: 256 }

/** Does it in a thread of its own. */
export const inWorker = <T>(workerData: OffsiteWork, stopping: AbortSignal): Promise<T> =>
  replyOf<T>(startWorker({ name: 'offsite', workerData, resourceLimits }), stopping)

/** Sends each verified archive elsewhere, and once a week fetches the newest and verifies it. */
export function offsiteCopies({ settings, keep, store, jobs, now, log }: OffsiteParts): void {
  function nextWork(mark = ''): (OffsiteWork & { name: string }) | undefined {
    const path = dueToSend(store, now())
    const keeping = { store: store.storeId, restoredAt: restoredAt(store) }
    if (path !== undefined) return { do: 'send', settings, mark, name: basename(path), path, keep, now: now(), keeping }
    const name = dueToCheck(store, now())
    return name === undefined ? undefined : { do: 'check', settings, name }
  }

  async function run(): Promise<void> {
    const work = nextWork(await ownMark(store, now()))
    if (!work) return
    const { do: id, name } = work
    const before = store.offsite.get(id)
    let bytes = 0
    let failure = ''
    try {
      bytes = await inWorker<number>(work, jobs.stopping)
      log(
        'info',
        id === 'send'
          ? `backup ${name} sent elsewhere: ${bytes} bytes`
          : `backup ${name} fetched from elsewhere and verified`,
      )
    } catch (error) {
      if (jobs.stopping.aborted) return
      log('error', `backup ${name} could not be ${id === 'send' ? 'sent elsewhere' : 'verified there'}`, error)
      failure = reasonOf(error) ?? '程序出错，详见服务器日志'
    }
    const time = chinaTime(now())
    const done = failure === '' ? { doneAt: time, name, bytes } : { ...untried, ...before }
    await store.offsite.put({ ...done, id, createdAt: time, failure, since: failure && (before?.since || time) })
  }

  jobs.add({
    failed: 'what became of a copy elsewhere could not be saved',
    next: () => (nextWork() ? 0 : Infinity),
    run,
    onlyLeader: true,
    sends: true,
  })
}
