import { hostname, networkInterfaces } from 'node:os'
import { dirname } from 'node:path'
import { adminScreens, settingsFieldPath } from '../../contract/calls/adminPaths.ts'
import { bytes } from '../../contract/text/bytes.ts'
import { sendsNothing } from '../../contract/calls/channels.ts'
import type { Check } from '../../contract/calls/checks.ts'
import { dayMs } from '../../contract/text/durations.ts'
import type { BackupFact, OffsiteFact } from '../../contract/kinds/entities.ts'
import { backupFact, isElsewhere } from '../keeping/backupState.ts'
import type { Config } from '../config.ts'
import { budgetInUse } from '../leads/leadFiles.ts'
import { stoppedBy } from '../keeping/machines.ts'
import { minutesFailure, offsiteState } from '../keeping/offsiteState.ts'
import { isPasswordCorrect } from '../people/password.ts'
import type { StarterContent } from '../site/seed.ts'
import { losesMuch } from '../store/collection.ts'
import { type CurrentSite, lostSite } from '../store/currentSite.ts'
import { quarantinedIn } from '../store/disk.ts'
import { shownMinute, versionOf } from '../store/kind.ts'
import type { Store } from '../store/store.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { isProgram, isUsableFolder } from '../system/folders.ts'
import { type FreeSpace, freeIn } from '../system/freeSpace.ts'
import { activeAlarm } from './alarms.ts'
import { proofFaults } from './proofFaults.ts'
import type { Quiet } from './quiet.ts'

/** What a running server looks at. */
export interface Machine {
  config: Config
  store: Store
  starter: StarterContent
  site: () => CurrentSite
  space: { data: FreeSpace; uploads: FreeSpace; proxy: FreeSpace }
  certificateEnd: () => number | undefined
  /** Undefined while it is not known, and without one. */
  cdn: () => Pick<Check, 'state' | 'why'> | undefined
  quiet: Quiet
  /** Addresses that visitors have asked for in vain in the last 30 days, and how often; the most frequent first. */
  absent: () => readonly (readonly [address: string, count: number])[]
  /** The channels in which something has waited too long. */
  waiting: () => readonly { label: string; count: number; reason: string | undefined }[]
  now: () => number
}

/** What it sees now. */
export interface Seen extends Omit<Machine, 'site' | 'now'> {
  site: CurrentSite
  now: number
  backup: BackupFact
  /** In bytes; unknown where the system does not say. */
  free: Readonly<Record<keyof Machine['space'], number | undefined>>
}

export async function lookAt(machine: Machine): Promise<Seen> {
  const { store, config, space } = machine
  const now = machine.now()
  const offsite = config.offsite && config.send ? offsiteState(store, now) : null
  return {
    ...machine,
    site: machine.site(),
    now,
    backup: { ...(await backupFact(store, config.backupDir !== '', now)), offsite },
    free: { data: await space.data.bytes(), uploads: await space.uploads.bytes(), proxy: await space.proxy.bytes() },
  }
}

/** What is lost or not done, and what helps. */
interface Words {
  text: string
  /** What may have a secret in it: for 首页 and the log, but no message. */
  detail?: string
  /** Where a fact is so of several things, so that each is announced. */
  id?: string
  /** Another one is announced, too. */
  cause?: string
}

/** Nothing while all is well. */
export type Found = string | readonly Words[] | false | null | undefined

export interface Fact {
  /** Its alarm has it, too. */
  id: string
  /** Only 上线检查, status and doctor have it; all others are on 首页, in the log and sent, too. */
  unannounced?: true
  /** A problem by default. */
  state?: Fault['state']
  /** Of several machines on a database each has its own. */
  ofMachine?: true
  /** What is sent when it is over; absent where that is no news. */
  ended?: string
  /** How a running server sees it. */
  look?(seen: Seen): Found | Promise<Found>
  /** How it is seen where none runs; a server without a way of its own sees it so, too. */
  inFiles?(config: Config): Found | Promise<Found>
}

export interface Topic {
  /** Its check has it, too. */
  id: string
  title: string
  /** Where it is put right. */
  link?: string
  /** What is shown while none of its facts is so. */
  well: string | ((seen: Seen) => string)
  /** And beside them: who restores something asks what there is. */
  alwaysSaid?: true
  facts: readonly Fact[]
}

/** A fact that is so. */
export interface Fault extends Pick<Fact, 'id' | 'unannounced' | 'ofMachine'> {
  topic: string
  state: 'problem' | 'warning'
  text: string
  detail: string
  ended: string
  cause?: string
}

/** For what cannot be asked now. */
const asItWas = (store: Store, id: string): string | undefined => activeAlarm(store, id)?.text

/** Behind the ids of what each machine on a database has itself. */
export const onMachine = ({ databaseUrl }: Pick<Config, 'databaseUrl'>): string =>
  databaseUrl === undefined ? '' : `-on-${hostname().replace(/[^\w-]/g, '_')}`
const idOn = (config: Config, id: string): string => id + onMachine(config)

const password: Topic = {
  id: 'password',
  title: '管理员密码',
  link: adminScreens.account,
  well: ({ config }) => `“${config.adminUser}”没有在用第一次启动或重置时的密码。`,
  facts: [
    {
      id: 'firstPassword',
      unannounced: true,
      async look({ store, config: { adminUser, adminPassword } }) {
        const { password: hash, firstPassword } = store.user.all().find(({ name }) => name === adminUser) ?? {}
        // An account of an older release has no mark.
        const isFirst =
          firstPassword ??
          (hash !== undefined && adminPassword !== undefined && (await isPasswordCorrect(adminPassword, hash)))
        return (
          isFirst &&
          `“${adminUser}”还在用第一次启动或重置时的密码，知道它的可能不止一个人。请用这个账号登录，在“我的账号”里修改密码。`
        )
      },
    },
  ],
}

const address: Topic = {
  id: 'address',
  title: '网址与https',
  well: ({ config }) => `${config.siteUrl}，全程加密。`,
  facts: [
    {
      id: 'siteUrl',
      unannounced: true,
      inFiles({ siteUrl }) {
        const fault = addressFault(siteUrl)
        return fault && `${fault}。请技术人员按docs/running.md配置域名和https。`
      },
    },
    {
      id: 'certificate',
      ended: '网站的证书已经换了新的。',
      look({ config, store, certificateEnd, now }) {
        const end = certificateEnd()
        return end === undefined ? asItWas(store, 'certificate') : certificateWords(config.siteUrl, end, now)
      },
    },
    {
      id: 'noVisits',
      ended: '又有访客打开网站了。',
      look({ store, quiet }) {
        const silence = quiet()
        if (silence === undefined) return asItWas(store, 'noVisits')
        return (
          silence &&
          `从${shownMinute(chinaTime(silence.since))}起没有访客打开任何页面，而前四周的同样几个小时，每周都至少有${silence.usual}次。` +
            '请用手机打开网站看看；打不开，请技术人员检查域名、证书和网络。'
        )
      },
    },
  ],
}

/** Why visitors cannot use the address; undefined when they can. */
function addressFault(siteUrl: string | undefined): string | undefined {
  if (siteUrl === undefined) return '没有设置SITE_URL，站点地图、分享链接和通知里的网址都不对'
  const { protocol, hostname } = new URL(siteUrl)
  if (/^[\d.]+$|^\[/.test(hostname)) return `网址是 ${siteUrl}，请换成备案的域名`
  if (!hostname.includes('.') || /\.(?:local|localhost)$/.test(hostname)) return `网址是 ${siteUrl}，别人打不开`
  return protocol === 'https:' ? undefined : `网址是 ${siteUrl}，访客填写的电话在路上没有加密，请换成https`
}

const cdn: Topic = {
  id: 'cdn',
  title: 'CDN',
  well: ({ cdn }) => cdn()?.why ?? '',
  facts: (['problem', 'warning'] as const).map((state) => ({
    id: `cdn-${state}`,
    state,
    ended: 'CDN又正常了。',
    look({ cdn, store, config }) {
      const verdict = cdn()
      if (!verdict) return config.assetsUrl !== '' && asItWas(store, `cdn-${state}`)
      return verdict.state === state && `CDN：${verdict.why}。`
    },
  })),
}

const warnedMs = 14 * dayMs

/** The doctor asks the site for its certificate itself. */
export function certificateWords(siteUrl: string | undefined, end: number, now: number): string | false {
  return (
    end < now + warnedMs &&
    `网站（${siteUrl}）的证书${end < now ? '已经' : '将'}在${chinaTime(end).slice(0, 10)}到期，到期后访客的浏览器会拦住网站。` +
      '请技术人员续期（certbot renew），并检查为什么没有自动续期。'
  )
}

/** What there is. `machine`: where the last one is, where several may make them. */
export function backupWords(
  { databaseUrl }: Config,
  { daily, verified, offsite }: BackupFact,
  machine?: string,
): string {
  const isShared = databaseUrl !== undefined
  const place = machine === undefined ? '' : `，在 ${machine} 上`
  const newest = verified
    ? `最近一份 ${verified.file}，${shownMinute(verified.at)}，${bytes(verified.bytes)}，已校验${place}`
    : '还没有备份'
  const maker = isShared ? '每天由领头的一台备份' : '每天自动备份'
  return `${daily ? maker : '没有开启'}，${newest}。${offsite ? offsiteWords(offsite, isShared) : ''}`
}

function offsiteWords({ copy, checked, minuteAt }: OffsiteFact, isShared: boolean): string {
  const verified = checked?.reason === '' ? `，${shownMinute(checked.at)}取回核对过` : ''
  const newest = copy ? `最近一份 ${copy.name}，${shownMinute(copy.at)}${verified}` : '本机还没有送出备份'
  const minutes = minuteAt ? `每分钟的改动已送到 ${minuteAt}。` : ''
  const unsent = isShared
    ? '每分钟的改动：数据在数据库里时不送，可以归档数据库的WAL，见docs/scaling.zh-CN.md。'
    : minutes
  return `异地存储：${newest}。${unsent}`
}

const sending: Topic = {
  id: 'sending',
  title: '对外发送',
  link: settingsFieldPath('inquiry', 'channels'),
  well: '',
  facts: [
    {
      id: 'sendsNothing',
      unannounced: true,
      state: 'warning',
      inFiles: ({ send }) =>
        !send && `${sendsNothing}，通知、回执和异地存储都等着。是正式的服务器，就请技术人员去掉这项设置，再重新启动。`,
    },
    {
      id: 'moved',
      ended: '已经确认哪一台服务器是正式的。',
      look({ config, store }) {
        const { place = '', movedFrom = '' } = store.offsite.get('machine') ?? {}
        // Without # and the 16 digits of a hash (machines.ts).
        const now = place.slice(0, -17)
        const before = movedFrom.slice(0, -17)
        const text =
          `${thisMachine()}：这个网站原来在 ${before}，现在在 ${now === before ? '名称相同的另一处' : now}，照常对外发送。` +
          '这台是正式的，请管理员在首页点“这台是正式的”；只是试用的副本，请技术人员马上设置SEND=off，再重新启动，否则客户和同事会收到两份。'
        return config.send && before && [{ text, cause: place }]
      },
    },
    {
      id: 'unsent',
      ended: '等着的通知都发出去了。',
      look({ waiting }) {
        const channels = waiting().map(
          ({ label, count, reason }) => `“${label}”${count}条${reason === undefined ? '' : `（${reason}）`}`,
        )
        return (
          channels.length > 0 &&
          `有通知等了30分钟还没有发出去：${channels.join('、')}。请先在后台看新的客户线索，再检查通知渠道。`
        )
      },
    },
  ],
}

const backup: Topic = {
  id: 'backup',
  title: '每日备份',
  well: ({ config, backup, store }) => backupWords(config, backup, store.backup.get('verified')?.machine),
  alwaysSaid: true,
  facts: [
    {
      id: 'backupOff',
      unannounced: true,
      inFiles: ({ backupDir, databaseUrl }) =>
        backupDir === '' &&
        databaseUrl === undefined &&
        '没有开启每日备份，硬盘坏了什么都找不回来。请技术人员设置BACKUP_DIR（docs/backup.md）。',
    },
    {
      id: 'backupOfDatabase',
      unannounced: true,
      state: 'warning',
      inFiles: ({ backupDir, databaseUrl }) =>
        backupDir === '' &&
        databaseUrl !== undefined &&
        '没有开启每日备份，数据在PostgreSQL里。请技术人员确认数据库另有备份，或设置BACKUP_DIR（docs/scaling.zh-CN.md）。',
    },
    {
      id: 'backupFirst',
      unannounced: true,
      state: 'warning',
      look: ({ backup: { daily, verified, failed } }) =>
        daily && !verified && !failed && '已开启每日备份，正在制作第一份。',
    },
    {
      id: 'backupFailed',
      ended: '备份又成功了。',
      look: ({ backup: { failed } }) =>
        failed && `${shownMinute(failed.at)}的备份失败：${failed.reason}。请联系技术人员。`,
    },
    {
      id: 'backupOverdue',
      ended: '又有了新的备份。',
      look: ({ backup: { overdue } }) => overdue && '已超过48小时没有新的备份，请联系技术人员检查。',
    },
    {
      id: 'backupGone',
      ended: '最近的备份又在了。',
      look: ({ backup: { verified } }) =>
        verified?.gone &&
        `最近的备份（${shownMinute(verified.at)}，${verified.file}）不见了：被删除或移走，或者硬盘没有挂载。请技术人员找回，或重新备份一次。`,
    },
    {
      id: 'backupLacks',
      ended: '最近的备份里不缺文件了。',
      look: ({ backup: { verified } }) =>
        verified?.warning && `最近的备份里${verified.warning}。请技术人员恢复这些文件，或重新上传。`,
    },
    {
      id: 'backupFolder',
      ended: '备份文件夹没有问题了。',
      async look({ store, config: { backupDir } }) {
        const last = store.backup.get('daily')
        // The first backup makes the last folder of the path, on each machine that makes one.
        const isFirst = (!last || isElsewhere(last)) && (await isUsableFolder(dirname(backupDir)))
        return (
          backupDir !== '' &&
          !isFirst &&
          !(await isUsableFolder(backupDir)) &&
          `备份文件夹不存在或不能写入：${backupDir}。可能硬盘没有挂载，备份无处可放。请技术人员挂载硬盘，或建好文件夹。`
        )
      },
    },
    {
      id: 'backupProgram',
      ended: '备份后要运行的程序没有问题了。',
      inFiles: async ({ backupHook }) =>
        backupHook !== '' &&
        !(await isProgram(backupHook)) &&
        `备份后要运行的程序不存在或不能运行：${backupHook}，备份不会送到别的机器。请技术人员检查BACKUP_HOOK。`,
    },
    {
      id: 'backupHook',
      ended: '备份后运行的程序不再报错了。',
      look({ config, store, backup: { verified } }) {
        const hook = verified?.hook
        // A newer backup is there while the program runs.
        if (!hook) return config.backupHook !== '' && asItWas(store, 'backupHook')
        if (hook.code === 0) return undefined
        const lastLine = (hook.output.split('\n').at(-1) ?? '').slice(0, 200)
        return [
          {
            text: `备份已完成，但没有送到别的机器（退出码${hook.code}）。请技术人员检查BACKUP_HOOK。`,
            detail: lastLine === '' ? '' : `程序最后的输出：${lastLine}`,
          },
        ]
      },
    },
    {
      id: 'offsiteStopped',
      ended: '这台服务器又往异地存储发送了。',
      look({ store, backup: { offsite } }) {
        const cause = offsite && stoppedBy(store)
        return cause && [{ text: `${thisMachine()}：${cause}。在此之前，新的改动只存在这台机器上。`, cause }]
      },
    },
    {
      id: 'offsiteFailed',
      ended: '备份又送到异地存储了。',
      look({ store, backup: { offsite } }) {
        const failed = !stoppedBy(store) && offsite?.failed
        return (
          failed &&
          `${shownMinute(failed.at)}备份没有送到异地存储：${failed.reason}。服务器会自动再试，请技术人员检查。`
        )
      },
    },
    {
      id: 'offsiteOverdue',
      ended: '异地存储里又有了新的备份。',
      look: ({ backup: { offsite } }) => offsite?.overdue && '已超过48小时没有把备份送到异地存储，请技术人员检查。',
    },
    {
      id: 'offsiteMinutes',
      ended: '改动又每分钟送到异地存储了。',
      look({ store, backup: { offsite }, now }) {
        const reason = offsite && !stoppedBy(store) && minutesFailure(store, now)
        return (
          reason &&
          `新的改动没有每分钟送到异地存储：${reason}。服务器坏了会丢失这些改动。服务器会自动再试，请技术人员检查。`
        )
      },
    },
    {
      id: 'offsiteBad',
      ended: '从异地存储取回的备份又通过了核对。',
      look({ backup: { offsite } }) {
        const checked = offsite?.checked
        return (
          checked?.reason &&
          `${shownMinute(checked.at)}从异地存储取回备份核对，没有通过：${checked.reason}。请技术人员检查。`
        )
      },
    },
  ],
}

/** Two of one disk have the same name. */
const thisMachine = (): string =>
  [
    hostname(),
    ...Object.values(networkInterfaces()).flatMap((all) => all?.find(({ internal }) => !internal)?.address ?? []),
  ].join(' ')

const someOf = (names: readonly string[]): string => `${names.slice(0, 3).join('、')}${names.length > 3 ? '等' : ''}`

function damagedWords(names: readonly string[], { databaseUrl }: Config): string | false {
  const help =
    databaseUrl === undefined
      ? '文件在数据目录的quarantine文件夹里，请技术人员从备份里取回（zhuzhan restore 备份 --into 文件夹）；处理过的，移到别处保存。'
      : '它们还在数据库里，请技术人员从备份里取回（zhuzhan restore 备份 --into 文件夹）。'
  return names.length > 0 && `有${names.length}条记录已损坏，网站和后台都不显示：${someOf(names)}。${help}`
}

export const scrubWords = (at: string | undefined): string =>
  `核对硬盘：${at ? `最近一次 ${shownMinute(at)}` : '还没有，每天02:30核对'}。`

const files: Topic = {
  id: 'files',
  title: '数据与上传的文件',
  well: ({ store }) => `都在，都能读取。${scrubWords(store.scrub.get('last')?.createdAt)}`,
  facts: [
    {
      id: 'uploadsFolder',
      ended: '存放上传文件的文件夹又在了。',
      inFiles: async ({ uploadsDir }) =>
        !(await isUsableFolder(uploadsDir)) &&
        `存放上传文件的文件夹不见了：${uploadsDir}。图片打不开，也不能上传。可能硬盘没有挂载，请技术人员马上处理。`,
    },
    {
      id: 'siteRecord',
      ended: '网站设置的记录又有了。',
      async look({ store, starter }) {
        const lost = await lostSite(store, starter.site)
        return (
          lost &&
          `网站设置的记录丢失或损坏，现在显示的是${shownMinute(versionOf(lost))}的版本。` +
            '请在“网站设置”里核对后保存一次，或请技术人员从备份里恢复。'
        )
      },
    },
    {
      id: 'recordsMended',
      ended: '7天没有再发现硬盘上的记录不对。',
      look({ store }) {
        const last = store.scrub.get('last')
        return (
          last &&
          last.mended.length > 0 &&
          `${shownMinute(last.mendedAt)}核对时，${last.mended.length}条记录在硬盘上的内容不对或不见了，已按原样重新写好：` +
            `${someOf(last.mended)}。硬盘可能快坏了，请技术人员检查。`
        )
      },
    },
    {
      id: 'recordsUnwritten',
      ended: '记录又都写到硬盘上了。',
      look({ store }) {
        const unwritten = store.scrub.get('last')?.unwritten ?? []
        return (
          unwritten.length > 0 &&
          `${unwritten.length}条记录在硬盘上的内容不对或不见了，也写不进硬盘：${someOf(unwritten)}。` +
            '现在只在内存里，服务器重启就会丢失。请不要重启，请技术人员马上备份，再检查硬盘。'
        )
      },
    },
    {
      id: 'uploadsDamaged',
      ended: '上传的文件都在，内容都对。',
      look({ store }) {
        const { damaged = [], damagedCount = damaged.length } = store.scrub.get('last') ?? {}
        return (
          damaged.length > 0 &&
          `有${damagedCount}个上传的文件不见了或已损坏：${someOf(damaged)}。` +
            '请技术人员看硬盘是否挂载，从备份里恢复，或重新上传同样的文件；之后用zhuzhan scrub再核对一次。'
        )
      },
    },
    {
      id: 'recordsDamaged',
      ended: '损坏的记录都处理了。',
      look: async ({ store, config }) => damagedWords(await store.quarantined(), config),
      inFiles: async (config) =>
        config.databaseUrl === undefined && damagedWords(await quarantinedIn(config.dataDir), config),
    },
    {
      id: 'recordsLost',
      ended: '启动时的记录又都能读了。',
      look({ store }) {
        const lost = Object.entries(store.opened)
          .filter(([, opened]) => losesMuch(opened))
          .map(([name, { read, refused }]) => `${name}的${read + refused}条里有${refused}条`)
        return (
          lost.length > 0 &&
          `启动时有很多记录读不了，网站和后台都不显示：${lost.join('、')}。它们都还在。` +
            '请技术人员马上退回上一个版本（zhuzhan rollback），或从备份里恢复。'
        )
      },
    },
  ],
}

const scarceUnder = 1_073_741_824
/** At the edge it is scarce until there is clearly more. */
const clearlyMore = 1.25 * scarceUnder

const scarceWords = (least: number, limit: number): Found =>
  least < limit && `磁盘的剩余空间只有${bytes(least)}，可能很快不能保存内容和上传图片。请技术人员尽快清理或扩容。`

/** Of the own disks; of a database that is monitored where it runs. */
async function leastFree({ dataDir, uploadsDir, databaseUrl }: Config): Promise<number> {
  const folders = databaseUrl === undefined ? [dataDir, uploadsDir] : [uploadsDir]
  const free = folders.map(freeIn)
  return Math.min(...(await Promise.all(free)))
}

export const disk: Topic = {
  id: 'disk',
  title: '磁盘空间',
  well({ free: { data, uploads } }) {
    const areBothThere = data !== undefined && uploads !== undefined
    return areBothThere ? `够用：数据还剩${bytes(data)}，上传的文件还剩${bytes(uploads)}。` : '够用。'
  },
  facts: [
    {
      id: 'diskLow',
      ofMachine: true,
      inFiles: async (config) =>
        (await leastFree(config)) < config.diskReserve &&
        `磁盘的剩余空间低于预留的${bytes(config.diskReserve)}。请技术人员马上清理或扩容。`,
      ended: '磁盘的剩余空间又超过了预留的，暂停的都恢复了。',
      async look({ space, config }) {
        const stops: string[] = []
        if (await space.data.low()) stops.push('接收客户线索')
        if (await space.uploads.low()) stops.push('上传图片')
        if (await space.proxy.low()) stops.push('更新代理里存的网页')
        return (
          stops.length > 0 &&
          `磁盘的剩余空间低于预留的${bytes(config.diskReserve)}，已暂停${new Intl.ListFormat('zh').format(stops)}；其他内容仍可保存。请技术人员马上清理或扩容。`
        )
      },
    },
    {
      id: 'leadFiles',
      state: 'warning',
      ended: '客户附件的空间又够用了。',
      look({ store }) {
        const share = budgetInUse(store)
        return (
          share >= 0.8 &&
          `跟进中的咨询的附件占了${Math.floor(share * 100)}%的空间，占满后收不了新的附件，文字照常收。` +
            '请把有了结果的线索改为“已签约”或“无效”，不要的删除。'
        )
      },
    },
    {
      id: 'diskScarce',
      ofMachine: true,
      inFiles: async (config) => scarceWords(await leastFree(config), scarceUnder),
      ended: '磁盘的剩余空间又够用了。',
      look({ free, store, config }) {
        const least = Math.min(...Object.values(free).map((bytes = Infinity) => bytes))
        return scarceWords(least, activeAlarm(store, idOn(config, 'diskScarce')) ? clearlyMore : scarceUnder)
      },
    },
  ],
}

/** A record that the server has made is never newer than now, by more than two servers may differ. */
const clockTolerance = 600_000

const clock: Topic = {
  id: 'clock',
  title: '服务器时钟',
  well: '与最近的记录相符。',
  facts: [
    {
      id: 'clockBehind',
      unannounced: true,
      look({ store, starter, now }) {
        const newest = [store.session, store.agent, store.media, store.backup].flatMap((collection) => {
          const [record] = collection.newest()
          return record ?? []
        })
        return (
          [starter.site, ...newest].some(({ createdAt }) => now + clockTolerance < Date.parse(createdAt)) &&
          '时钟慢了：已有的记录比现在还晚。定时发布、备份和登录都会出错，请技术人员打开时间同步。'
        )
      },
    },
  ],
}

/** The company checks show each with its place. */
export const proofs = {
  id: 'proofs',
  title: '资质与检测',
  well: '没有60天内到期的荣誉和证书。',
  facts: [{ id: 'proof', state: 'warning', look: ({ site, now }) => proofFaults(site, now) }],
} satisfies Topic

/** What the operator of the machine has set up. */
export const machineTopics: readonly Topic[] = [password, address, cdn, sending, backup, files, disk, clock]
/**
 * Every fact about the machine: how it is seen, its words with what to do, and where they are shown. Read by 首页, 上线检查, the log, the
 * messages, status and doctor.
 */
export const topics: readonly Topic[] = [...machineTopics, proofs]
