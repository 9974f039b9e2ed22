import { dirname } from 'node:path'
import { bytes } from '../../contract/bytes.ts'
import type { ProofLists } from '../../contract/proofs.ts'
import { backupFact } from '../backup/backupState.ts'
import type { Config } from '../config.ts'
import { minutesFailure, offsiteState } from '../offsite/offsiteState.ts'
import { losesMuch } from '../store/collection.ts'
import { lostSite } from '../store/currentSite.ts'
import { shownTime, versionOf } from '../store/kind.ts'
import type { AlarmRecord, SiteRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { isProgram, isUsableFolder } from '../system/folders.ts'
import type { FreeSpace } from '../system/freeSpace.ts'
import type { Log } from '../system/log.ts'
import { proofFaults } from './proofFaults.ts'
import type { Quiet } from './quiet.ts'

export interface Fault {
  id: string
  about: 'backup' | 'files' | 'disk' | 'address' | 'proofs'
  /** What is lost or not done, and what helps. */
  text: string
  /** What may have a secret in it: for 首页 and the log, but no message. */
  detail: string
  /** What is sent when it is over; '' where that is no news. */
  ended: string
}

interface Machine {
  store: Store
  site: () => ProofLists
  /** The site record that is part of the program. */
  shipped: SiteRecord
  config: Pick<Config, 'siteUrl' | 'uploadsDir' | 'backupDir' | 'backupHook' | 'databaseUrl' | 'diskReserve' | 'offsite'>
  space: { data: FreeSpace; uploads: FreeSpace }
  certificateEnd: () => number | undefined
  quiet: Quiet
}

/** A possible fault. Without a text it is none. */
type Cause = readonly [id: string, about: Fault['about'], ended: string, text: string | false | null | undefined, detail?: string]

/** Logs each when it is found first. */
export function createFaults(machine: Machine, now: () => number, log: Log): () => Promise<Fault[]> {
  let known: readonly string[] = []
  return async () => {
    const faults = await faultsOf(machine, now())
    for (const { id, text, detail } of faults) if (!known.includes(id)) log('warn', text + detail)
    known = faults.map(({ id }) => id)
    return faults
  }
}

/** What is wrong with the machine, and what ends soon: the one table for 首页, 上线检查, the log and what is sent. */
async function faultsOf(machine: Machine, now: number): Promise<Fault[]> {
  const causes = await Promise.all([backupCauses(machine, now), fileCauses(machine), machineCauses(machine, now)])
  const ending = proofFaults(machine.site(), now).map(({ id, text }): Cause => [id, 'proofs', '', text])
  return [...causes.flat(), ...ending]
    .flatMap(([id, about, ended, text, detail = '']) => (text ? [{ id, about, text, detail, ended }] : []))
}

/** The alarm of a fault that is not over. */
export function activeAlarm({ alarm }: Pick<Store, 'alarm'>, id: string): AlarmRecord | undefined {
  const record = alarm.get(id)
  return record?.over ? undefined : record
}

/** For what cannot be asked now: as it was. */
const activeText = ({ store }: Machine, id: string): string | undefined => activeAlarm(store, id)?.text

async function backupCauses(machine: Machine, now: number): Promise<Cause[]> {
  const { store, config: { backupDir, backupHook, offsite } } = machine
  const { verified, failed, overdue } = await backupFact(store, backupDir !== '', now)
  const hook = verified?.hook
  const [copies, minutes] = offsite ? [offsiteState(store, now), minutesFailure(store, now)] : []
  // The first backup makes the last folder of the path.
  const isFirst = store.backup.get('daily') === undefined && (await isUsableFolder(dirname(backupDir)))
  return [
    ['backupFailed', 'backup', '备份又成功了。', failed && `${failed.at.slice(0, 16)}的备份失败：${failed.reason}。请联系技术人员。`],
    ['backupOverdue', 'backup', '又有了新的备份。', overdue && '已超过48小时没有新的备份，请联系技术人员检查。'],
    ['backupGone', 'backup', '最近的备份又在了。', verified?.gone &&
      `最近的备份（${verified.at.slice(0, 16)}，${verified.file}）不见了：被删除或移走，或者硬盘没有挂载。请技术人员找回，或重新备份一次。`],
    ['backupLacks', 'backup', '最近的备份里不缺文件了。', verified?.warning &&
      `最近的备份里${verified.warning}。请技术人员恢复这些文件，或重新上传。`],
    ['backupFolder', 'backup', '备份文件夹没有问题了。', backupDir !== '' && !isFirst && !(await isUsableFolder(backupDir)) &&
      `备份文件夹不存在或不能写入：${backupDir}。可能硬盘没有挂载，备份无处可放。请技术人员挂载硬盘，或建好文件夹。`],
    ['backupProgram', 'backup', '备份后要运行的程序没有问题了。', backupHook !== '' && !(await isProgram(backupHook)) &&
      `备份后要运行的程序不存在或不能运行：${backupHook}，备份不会送到别的机器。请技术人员检查BACKUP_HOOK。`],
    // A newer backup is there while the program runs.
    ['backupHook', 'backup', '备份后运行的程序不再报错了。', !hook ? backupHook !== '' && activeText(machine, 'backupHook') : hook.code !== 0 &&
      `备份已完成，但没有送到别的机器（退出码${hook.code}）。请技术人员检查BACKUP_HOOK。`, hook ? lastLine(hook.output) : ''],
    ['offsiteFailed', 'backup', '备份又送到异地存储了。', copies?.failed &&
      `${copies.failed.at.slice(0, 16)}备份没有送到异地存储：${copies.failed.reason}。服务器会自动再试，请技术人员检查OFFSITE_…设置。`],
    ['offsiteOverdue', 'backup', '异地存储里又有了新的备份。', copies?.overdue && '已超过48小时没有把备份送到异地存储，请技术人员检查。'],
    ['offsiteMinutes', 'backup', '改动又每分钟送到异地存储了。', minutes &&
      `已超过1小时没有把新的改动送到异地存储：${minutes}。服务器坏了会丢失这些改动。服务器会自动再试，请技术人员检查。`],
    ['offsiteBad', 'backup', '从异地存储取回的备份又通过了核对。', copies?.checked?.reason &&
      `${copies.checked.at.slice(0, 16)}从异地存储取回备份核对，没有通过：${copies.checked.reason}。请技术人员检查。`],
  ]
}

async function fileCauses({ store, shipped, config: { uploadsDir, databaseUrl } }: Machine): Promise<Cause[]> {
  const lost = await lostSite(store, shipped)
  const damaged = await store.quarantined()
  const lostKinds = Object.entries(store.opened).filter(([, opened]) => losesMuch(opened))
    .map(([name, { read, refused }]) => `${name}的${read + refused}条里有${refused}条`)
  const scrubbed = store.scrub.get('last')
  return [
    ['uploadsFolder', 'files', '存放上传文件的文件夹又在了。', !(await isUsableFolder(uploadsDir)) &&
      `存放上传文件的文件夹不见了：${uploadsDir}。图片打不开，也不能上传。可能硬盘没有挂载，请技术人员马上处理。`],
    ['siteRecord', 'files', '网站设置的记录又有了。', lost &&
      `网站设置的记录丢失或损坏，现在显示的是${shownTime(versionOf(lost)).slice(0, 16)}的版本。请在“网站设置”里核对后保存一次，或请技术人员从备份里恢复。`],
    ['recordsMended', 'files', '7天没有再发现硬盘上的记录不对。', scrubbed && scrubbed.mended.length > 0 &&
      `${shownTime(scrubbed.mendedAt).slice(0, 16)}核对时，${scrubbed.mended.length}条记录在硬盘上的内容不对或不见了，已按原样重新写好：` +
        `${someOf(scrubbed.mended)}。硬盘可能快坏了，请技术人员检查。`],
    ['uploadsDamaged', 'files', '上传的文件都在，内容都对。', scrubbed && scrubbed.damaged.length > 0 &&
      `有${scrubbed.damaged.length}个上传的文件不见了或已损坏：${someOf(scrubbed.damaged)}。` +
        '请技术人员从备份里恢复，或重新上传同样的文件。'],
    ['recordsDamaged', 'files', '损坏的记录都处理了。', damaged.length > 0 &&
      `有${damaged.length}条记录已损坏，网站和后台都不显示：${someOf(damaged)}。` +
        `${databaseUrl === undefined ? '文件在数据目录的quarantine文件夹里' : '它们还在数据库里'}，请技术人员从备份里恢复${databaseUrl === undefined ? '；处理过的，移到别处保存' : ''}。`],
    ['recordsLost', 'files', '启动时的记录又都能读了。', lostKinds.length > 0 &&
      `启动时有很多记录读不了，网站和后台都不显示：${lostKinds.join('、')}。它们都还在。请技术人员马上退回上一个版本（zhuzhan rollback），或从备份里恢复。`],
  ]
}

const scarceUnder = 1_073_741_824
/** At the edge it is scarce until there is clearly more. */
const hysteresis = 1.25
export const warnedDays = 14

async function machineCauses(machine: Machine, now: number): Promise<Cause[]> {
  const { space, config: { siteUrl = '', diskReserve }, certificateEnd, quiet } = machine
  const [noApplications, noUploads, ...frees] =
    await Promise.all([space.data.low(), space.uploads.low(), space.data.bytes(), space.uploads.bytes()] as const)
  const refused = [...(noApplications ? ['接收客户线索'] : []), ...(noUploads ? ['上传图片'] : [])]
  // Infinite where the system does not say.
  const free = Math.min(...frees.map((each) => each ?? Infinity))
  const end = certificateEnd()
  const silence = quiet()
  return [
    ['diskLow', 'disk', '磁盘的剩余空间又超过了预留的，暂停的都恢复了。', refused.length > 0 &&
      `磁盘的剩余空间低于预留的${bytes(diskReserve)}，已暂停${refused.join('和')}；其他内容仍可保存。请技术人员马上清理或扩容。`],
    ['diskScarce', 'disk', '磁盘的剩余空间又够用了。', free < scarceUnder * (activeText(machine, 'diskScarce') ? hysteresis : 1) &&
      `磁盘的剩余空间只有${bytes(free)}，可能很快不能保存内容和上传图片。请技术人员尽快清理或扩容。`],
    ['certificate', 'address', '网站的证书已经换了新的。', end === undefined ? activeText(machine, 'certificate')
      : end < now + warnedDays * 86_400_000 && `网站（${siteUrl}）的证书${end < now ? '已经' : '将'}在${chinaTime(end).slice(0, 10)}到期，` +
        '到期后访客的浏览器会拦住网站。请技术人员续期，并检查为什么没有自动续期。'],
    ['noVisits', 'address', '又有访客打开网站了。', silence === undefined ? activeText(machine, 'noVisits')
      : silence && `从${shownTime(chinaTime(silence.since)).slice(0, 16)}起没有访客打开任何页面，而前四周的同样几个小时，每周都至少有${silence.usual}次。` +
        '请用手机打开网站看看；打不开，请技术人员检查域名、证书和网络。'],
  ]
}

const someOf = (names: readonly string[]): string => `${names.slice(0, 3).join('、')}${names.length > 3 ? '等' : ''}`
const lastLine = (output: string): string => (output === '' ? '' : `程序最后的输出：${(output.split('\n').at(-1) ?? '').slice(0, 200)}`)
