import { dirname } from 'node:path'
import { backupFact } from '../backup/backupState.ts'
import type { Config } from '../config.ts'
import { isProgram, isUsableFolder } from '../system/folders.ts'
import type { Log } from '../system/log.ts'
import { lostSite } from '../store/currentSite.ts'
import { shownTime, versionOf } from '../store/kind.ts'
import type { SiteRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'

export interface Fault {
  about: 'backup' | 'files'
  /** What is lost or not done, and what helps. */
  text: string
}

interface Machine {
  store: Store
  /** The site record that is part of the program. */
  shipped: SiteRecord
  config: Pick<Config, 'uploadsDir' | 'backupDir' | 'backupHook' | 'databaseUrl'>
}

/** Logs each when it is found first. */
export function createFaults(machine: Machine, now: () => number, log: Log): () => Promise<Fault[]> {
  let known: readonly string[] = []
  return async () => {
    const faults = await faultsOf(machine, now())
    for (const { text } of faults) if (!known.includes(text)) log('warn', text)
    known = faults.map(({ text }) => text)
    return faults
  }
}

/** What is wrong with the machine, for 首页, 上线检查 and the log. */
export async function faultsOf({ store, shipped, config }: Machine, now: number): Promise<Fault[]> {
  const { uploadsDir, backupDir, backupHook, databaseUrl } = config
  const { verified, failed, overdue } = await backupFact(store, backupDir !== '', now)
  const [hook, lost, damaged] = [verified?.hook, await lostSite(store, shipped), await store.quarantined()]
  // The first backup makes the last folder of the path.
  const isFirst = store.backup.get('daily') === undefined && (await isUsableFolder(dirname(backupDir)))
  const scrubbed = store.scrub.get('last')
  const causes: readonly [about: Fault['about'], text: string | false | null | undefined][] = [
    ['backup', failed && `${failed.at.slice(0, 16)}的备份失败：${failed.reason}。请联系技术人员。`],
    ['backup', overdue && '已超过48小时没有新的备份，请联系技术人员检查。'],
    ['backup', verified?.gone &&
      `最近的备份（${verified.at.slice(0, 16)}，${verified.file}）不见了：被删除或移走，或者硬盘没有挂载。请技术人员找回，或重新备份一次。`],
    ['backup', verified?.warning && `最近的备份里${verified.warning}。请技术人员恢复这些文件，或在媒体库里删除、重新上传。`],
    ['backup', backupDir !== '' && !isFirst && !(await isUsableFolder(backupDir)) &&
      `备份文件夹不存在或不能写入：${backupDir}。可能硬盘没有挂载，备份无处可放。请技术人员挂载硬盘，或建好文件夹。`],
    ['backup', backupHook !== '' && !(await isProgram(backupHook)) &&
      `备份后要运行的程序不存在或不能运行：${backupHook}，备份不会送到别的机器。请技术人员检查BACKUP_HOOK。`],
    ['backup', hook && hook.code !== 0 &&
      `备份已完成，但没有送到别的机器（退出码${hook.code}）${lastLine(hook.output)}。请技术人员检查BACKUP_HOOK。`],
    ['files', !(await isUsableFolder(uploadsDir)) &&
      `存放上传文件的文件夹不见了：${uploadsDir}。图片打不开，也不能上传。可能硬盘没有挂载，请技术人员马上处理。`],
    ['files', lost &&
      `网站设置的记录丢失或损坏，现在显示的是${shownTime(versionOf(lost)).slice(0, 16)}的版本。请在“网站设置”里核对后保存一次，或请技术人员从备份里恢复。`],
    ['files', scrubbed && scrubbed.mended.length > 0 &&
      `${shownTime(scrubbed.mendedAt).slice(0, 16)}核对时，${scrubbed.mended.length}条记录在硬盘上的内容不对或不见了，已按原样重新写好：` +
        `${someOf(scrubbed.mended)}。硬盘可能快坏了，请技术人员检查。`],
    ['files', scrubbed && scrubbed.damaged.length > 0 &&
      `有${scrubbed.damaged.length}个上传的文件不见了或已损坏：${someOf(scrubbed.damaged)}。` +
        '请技术人员从备份里恢复，或重新上传同样的文件，或在素材库里删除。'],
    ['files', damaged.length > 0 &&
      `有${damaged.length}条记录已损坏，网站和后台都不显示：${someOf(damaged)}。` +
        `${databaseUrl === undefined ? '文件在数据目录的quarantine文件夹里' : '它们还在数据库里'}，请技术人员从备份里恢复；不要的，从那里删除。`],
  ]
  return causes.flatMap(([about, text]) => (text ? [{ about, text }] : []))
}

const someOf = (names: readonly string[]): string => `${names.slice(0, 3).join('、')}${names.length > 3 ? '等' : ''}`
const lastLine = (output: string): string => (output === '' ? '' : `：${(output.split('\n').at(-1) ?? '').slice(0, 200)}`)
