import { createPublicKey, type KeyObject } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, resolve, sep } from 'node:path'
import { storedFolders } from '../contract/calls/rules.ts'
import { realPath } from './system/folders.ts'
import { trustedProxies, type Trusts } from './edge/trustedProxies.ts'
import { isStoreFolder } from './store/storeFolders.ts'
import { Misuse, unless } from './system/systemErrors.ts'

/** All settings. Each is an environment variable with a default and a check. */
export type Config = ReturnType<typeof readConfig>

/** An invalid setting; the message is one line for the operator. */
export class BadSetting extends Misuse {}

export interface OffsiteSettings {
  endpoint: string
  region: string
  bucket: string
  keyId: string
  secret: string
  passphrase: string
  /** Whether other sites keep their archives in the same bucket. */
  shared: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

export function readConfig(env: Environment) {
  const settings = settingsIn(env)
  const { known, set, secret, choice } = settings
  const dataDir = set('DATA_DIR') ?? './data'
  const uploadsDir = set('UPLOADS_DIR') ?? './uploads'
  const databaseUrl = databaseAddress(secret('DATABASE_URL'))
  const chosenBackupDir = set('BACKUP_DIR') ?? ''
  refuseFile('DATA_DIR', dataDir)
  refuseFile('UPLOADS_DIR', uploadsDir)
  if (databaseUrl === undefined) refuseNested(dataDir, uploadsDir)
  return {
    port: port(set('PORT') ?? '8080'),
    host: set('HOST') ?? '127.0.0.1',
    dataDir,
    uploadsDir,
    /** The PostgreSQL database that several servers share; undefined for a folder of files. */
    databaseUrl,
    /** The public origin, without a slash at its end; undefined until the port is known. */
    siteUrl: origin('SITE_URL', set('SITE_URL')),
    /** The CDN that pages have scripts, styles, pictures and films from; '' for the site itself. */
    assetsUrl: assetsUrl(set('ASSETS_URL')),
    /** The proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted. */
    trusts: trusts(set('TRUST_PROXY') ?? '0'),
    adminUser: adminUser(set('ADMIN_USER') ?? 'admin'),
    adminPassword: adminPassword(set('ADMIN_PASSWORD')),
    rateLimit: choice('RATE_LIMIT', ['on', 'off']) === 'on',
    /** All visitors together may send so many. */
    applicationsPerHour: integer('APPLICATIONS_PER_HOUR', 1, set('APPLICATIONS_PER_HOUR') ?? '300'),
    /** Bytes to keep free on each disk: below, applications and uploads are refused. 0: off. */
    diskReserve: integer('DISK_RESERVE', 0, set('DISK_RESERVE') ?? '200') * 1_048_576,
    /** The largest film that staff can upload, in bytes. 0: none. */
    filmLimit: integer('FILM_LIMIT', 0, set('FILM_LIMIT') ?? '200') * 1_048_576,
    seed: choice('SEED', ['on', 'off']) === 'on',
    accessLog: choice('ACCESS_LOG', ['json', 'plain', 'off']),
    /** Whether the access log includes client addresses. */
    logAddress: choice('LOG_ADDRESS', ['off', 'on']) === 'on',
    /** The address in the QR code of the official account; {userId} is replaced by the id of the user. */
    followUrl: followUrl(set('FOLLOW_URL') ?? placeholderFollowUrl),
    /** Whether staff may have pages and pictures of other sites read. */
    fetchOutside: choice('FETCH_OUTSIDE', ['on', 'off']) === 'on',
    /** Whether anything is sent to others at all: a copy beside the real site sends nothing. */
    send: choice('SEND', ['on', 'off']) === 'on',
    /** How staff are notified of inquiries, Baidu of pages, and WeChat is asked for what cards are signed with. */
    notify: {
      /** Webhooks and mail servers may be in the network around the server. */
      allowPrivate: choice('NOTIFY_PRIVATE', ['off', 'on']) === 'on',
      /** They replace the services' own, for example by a proxy's. */
      origins: {
        wecom: origin('NOTIFY_WECOM_ORIGIN', set('NOTIFY_WECOM_ORIGIN')),
        dingtalk: origin('NOTIFY_DINGTALK_ORIGIN', set('NOTIFY_DINGTALK_ORIGIN')),
        feishu: origin('NOTIFY_FEISHU_ORIGIN', set('NOTIFY_FEISHU_ORIGIN')),
        baidu: origin('NOTIFY_BAIDU_ORIGIN', set('NOTIFY_BAIDU_ORIGIN')),
        wechat: origin('NOTIFY_WECHAT_ORIGIN', set('NOTIFY_WECHAT_ORIGIN')),
      },
    },
    /** Minutes past midnight in China. */
    backupAt: backupAt(set('BACKUP_AT') ?? '03:30'),
    /** '' means that there is no daily backup. */
    backupDir: backupDir(chosenBackupDir, { DATA_DIR: dataDir, UPLOADS_DIR: uploadsDir }),
    backupKeep: backupKeep(set('BACKUP_KEEP') ?? '7,4,12'),
    /** This command is run with each archive, unless it is ''. */
    backupHook: backupHook(set('BACKUP_HOOK') ?? ''),
    /** Where archives are sent, encrypted; undefined for nowhere. */
    offsite: offsite(settings, chosenBackupDir !== ''),
    /** Asked for each minute while the server is healthy; undefined for none. */
    heartbeatUrl: webAddress('HEARTBEAT_URL', set('HEARTBEAT_URL')),
    /** Whose releases are installed; undefined for anybody's. */
    upgradeKey: upgradeKey(set('UPGRADE_KEY')),
    /** How an upgrade starts the server again. */
    restartCommand: set('RESTART_COMMAND') ?? 'systemctl restart zhuzhan',
    /** Names that are probably meant to be settings, in lines for the log: last, when every setting has been asked for. */
    misspelled: misspelled(env, known),
  }
}

/** Reads settings, and remembers which have been asked for. */
function settingsIn(env: Environment) {
  const known = new Set<string>()
  const set = (name: string): string | undefined => {
    known.add(name)
    return env[name] || undefined
  }
  /** A secret comes from the environment, or from a file that the environment names. */
  const secret = (name: string): string | undefined => {
    const value = set(name)
    const file = set(`${name}_FILE`)
    if (value !== undefined && file !== undefined) throw new BadSetting(`set ${name} or ${name}_FILE, not both`)
    return file === undefined ? value : readSecret(`${name}_FILE`, file)
  }
  const choice = <const W extends string>(name: string, options: readonly [W, ...W[]]): W => {
    const value = set(name) ?? options[0]
    const option = options.find((word) => word === value)
    if (option === undefined) throw new BadSetting(`${name} must be one of ${options.join(', ')}, not "${value}"`)
    return option
  }
  return { known, set, secret, choice }
}

/** A placeholder until the official account's own appid and address are set. */
export const placeholderFollowUrl =
  'https://open.weixin.qq.com/connect/oauth2/authorize?appid=wx0000000000000000&redirect_uri=https%3A%2F%2Fwww.example.com%2F&response_type=code&scope=snsapi_base&state={userId}#wechat_redirect'

function port(value: string): number {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65535)
    throw new BadSetting(`PORT must be a number from 0 to 65535, not "${value}"`)
  return Number(value)
}

/** The messages do not repeat the address, which has a password in it. */
function databaseAddress(address: string | undefined): string | undefined {
  if (address === undefined) return undefined
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.pathname.length < 2) {
    throw new BadSetting('DATABASE_URL must be an address such as postgres://user:password@host:5432/database')
  }
  const mode = url.searchParams.get('sslmode') ?? 'verify-full'
  if (mode !== 'verify-full' && mode !== 'disable') {
    throw new BadSetting(
      'sslmode in DATABASE_URL must be verify-full or disable: anything between trusts whoever answers',
    )
  }
  return address
}

/** Where archives are sent, encrypted. The messages do not repeat the values, of which two are secrets. */
function offsite(
  { set, secret, choice }: ReturnType<typeof settingsIn>,
  makesBackups: boolean,
): OffsiteSettings | undefined {
  const endpoint = origin('OFFSITE_ENDPOINT', set('OFFSITE_ENDPOINT'))
  const region = set('OFFSITE_REGION')
  const bucket = set('OFFSITE_BUCKET')
  const keyId = set('OFFSITE_KEY_ID')
  const key = secret('OFFSITE_SECRET')
  const passphrase = secret('OFFSITE_PASSPHRASE')
  const shared = choice('OFFSITE_SHARED', ['off', 'on']) === 'on'
  if ([endpoint, region, bucket, keyId, key, passphrase].every((value) => value === undefined)) return undefined
  if (!endpoint || !region || !bucket || !keyId || !key || !passphrase) {
    throw new BadSetting(
      'off-site copies need all of OFFSITE_ENDPOINT, _REGION, _BUCKET, _KEY_ID, _SECRET and _PASSPHRASE',
    )
  }
  if (!makesBackups) throw new BadSetting('off-site copies need BACKUP_DIR: what is sent are its archives')
  // As URL writes IPv4 and IPv6.
  if (!/^https:|^http:\/\/([\d.]+|\[.*\]|localhost)(:|$)/.test(endpoint)) {
    throw new BadSetting('OFFSITE_ENDPOINT must begin with https://, except for an address in numbers')
  }
  if (!/^[a-z0-9.-]+$/.test(bucket))
    throw new BadSetting('OFFSITE_BUCKET must be a name of lower-case letters, digits, - and .')
  if (!/^[\x21-\x7e]+$/.test(keyId + region))
    throw new BadSetting('OFFSITE_KEY_ID and OFFSITE_REGION must be without spaces')
  if (passphrase.length < 12) throw new BadSetting('OFFSITE_PASSPHRASE must have at least 12 characters')
  return { endpoint, region, bucket, keyId, secret: key, passphrase, shared }
}

function readSecret(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (cause) {
    throw new BadSetting(`${name} cannot be read: ${(cause as Error).message}`)
  }
}

function refuseFile(name: string, folder: string): void {
  const isLink = unless(() => lstatSync(folder), ['ENOENT', 'EACCES'])?.isSymbolicLink()
  if (isLink && !existsSync(folder))
    throw new BadSetting(`${name}：${resolve(folder)} 是一个链接，它指向的文件夹不存在，可能是磁盘没有挂载`)
  const stats = unless(() => statSync(folder), ['ENOENT', 'EACCES', 'ELOOP'])
  if (stats && !stats.isDirectory()) throw new BadSetting(`${name} must be a folder, and ${resolve(folder)} is a file`)
}

function misspelled(env: Environment, known: ReadonlySet<string>): string[] {
  return Object.keys(env).flatMap((name) => {
    if (known.has(name)) return []
    const similar = [...known].find((setting) => isNear(name, setting, setting.length < 8 ? 1 : 2))
    return similar === undefined ? [] : [`没有 ${name} 这项设置，要的是 ${similar} 吗？`]
  })
}

/** Whether at most so many letters are missing, added, wrong or exchanged with the next. */
function isNear(a: string, b: string, changes: number): boolean {
  if (a === b || Math.abs(a.length - b.length) > changes || changes === 0) return a === b
  let same = 0
  while (same < a.length && a[same] === b[same]) same++
  const near = (skipA: number, skipB: number): boolean =>
    isNear(a.slice(same + skipA), b.slice(same + skipB), changes - 1)
  const isExchanged = a[same] === b[same + 1] && a[same + 1] === b[same]
  return near(1, 0) || near(0, 1) || near(1, 1) || (isExchanged && near(2, 2))
}

/**
 * A restore moves what is in one folder aside, except the other where it is a direct child. Such a child is no folder that the other one
 * keeps files in.
 */
function refuseNested(dataDir: string, uploadsDir: string): void {
  const isNested = (folder: string, other: string): boolean =>
    folder === other || (dirname(other) !== folder && isInside(other, folder))
  const data = [resolve(dataDir), realPath(dataDir)]
  const uploads = [resolve(uploadsDir), realPath(uploadsDir)]
  if (data.some((folder) => uploads.some((other) => isNested(folder, other) || isNested(other, folder)))) {
    throw new BadSetting('DATA_DIR and UPLOADS_DIR must be separate folders, or one of them directly inside the other')
  }
  const isUploadFolder = (name: string): boolean =>
    name.startsWith('.') || storedFolders.some((folder) => folder === name)
  const isIn = (child: string, folder: string, isUsed: (name: string) => boolean): boolean =>
    dirname(child) === folder && isUsed(basename(child))
  if (
    data.some((folder) =>
      uploads.some((other) => isIn(other, folder, isStoreFolder) || isIn(folder, other, isUploadFolder)),
    )
  ) {
    throw new BadSetting('DATA_DIR and UPLOADS_DIR must not be folders in which the other one keeps its files')
  }
}

const isInside = (path: string, folder: string): boolean => path.startsWith(`${folder}${sep}`)

function integer(name: string, min: number, value: string): number {
  if (!/^\d{1,9}$/.test(value) || Number(value) < min) {
    throw new BadSetting(`${name} must be a whole number from ${min} to 999999999, not "${value}"`)
  }
  return Number(value)
}

function trusts(value: string): Trusts {
  const proxies = trustedProxies(value)
  if (proxies === undefined) {
    throw new BadSetting(
      `TRUST_PROXY must be 0, 1 or a list of addresses and networks such as 203.0.113.7,10.0.0.0/8, not "${value}"`,
    )
  }
  return proxies
}

function origin(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username) {
    throw new BadSetting(`${name} must be an origin such as https://www.example.com, not "${value}"`)
  }
  return url.origin
}

/** Browsers load nothing over http into a page of https; one on this machine may be tried without a certificate. */
function assetsUrl(value: string | undefined): string {
  const address = origin('ASSETS_URL', value) ?? ''
  if (address !== '' && !/^https:|^http:\/\/(127\.[\d.]+|\[::1\]|localhost)(:|$)/.test(address))
    throw new BadSetting(`ASSETS_URL must begin with https://, not "${value}"`)
  return address
}

/** The line between BEGIN and END of the file that `openssl pkey -pubout` writes. */
function upgradeKey(value: string | undefined): KeyObject | undefined {
  if (value === undefined) return undefined
  try {
    const key = createPublicKey({ key: Buffer.from(value, 'base64'), format: 'der', type: 'spki' })
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // The message is the same.
  }
  throw new BadSetting('UPGRADE_KEY must be the public key of an Ed25519 pair, in one line of base64')
}

/** The message does not repeat the value, which is a secret of most services. */
function webAddress(name: string, value: string | undefined): string | undefined {
  if (value !== undefined && !(/^https?:\/\//.test(value) && URL.canParse(value))) {
    throw new BadSetting(`${name} must be a web address that begins with https:// or http://`)
  }
  return value
}

function followUrl(value: string): string {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value) || !value.includes('{userId}')) {
    throw new BadSetting('FOLLOW_URL must be a web address with {userId} in it')
  }
  return value
}

function adminUser(value: string): string {
  if (value !== value.trim() || value.length > 50)
    throw new BadSetting('ADMIN_USER must be 1 to 50 characters without spaces around them')
  return value
}

/** The messages do not repeat the value, which is a secret. */
function adminPassword(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  if (value.length < 6 || value.length > 128) throw new BadSetting('ADMIN_PASSWORD must be 6 to 128 characters')
  return value
}

function backupAt(value: string): number {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(value) ?? []
  if (hours === undefined) throw new BadSetting(`BACKUP_AT must be a time from 00:00 to 23:59, not "${value}"`)
  return Number(hours) * 60 + Number(minutes)
}

/** Uploads are public; archives contain private records. */
function backupDir(value: string, folders: Readonly<Record<string, string>>): string {
  for (const [name, folder] of Object.entries(folders)) {
    if (value !== '' && isInside(`${realPath(value)}${sep}`, realPath(folder))) {
      throw new BadSetting(`BACKUP_DIR must not be inside ${name}`)
    }
  }
  return value
}

function backupKeep(value: string) {
  const [, days, weeks, months] = /^([1-9]\d{0,2}),(\d{1,3}),(\d{1,3})$/.exec(value) ?? []
  if (days === undefined) {
    throw new BadSetting(
      `BACKUP_KEEP must be how many daily, weekly and monthly ones are kept, such as 7,4,12, not "${value}"`,
    )
  }
  return { days: Number(days), weeks: Number(weeks), months: Number(months) }
}

function backupHook(value: string): string {
  if (value !== '' && !isAbsolute(value))
    throw new BadSetting(`BACKUP_HOOK must be the whole path of a command, not "${value}"`)
  return value
}
