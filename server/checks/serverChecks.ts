import { adminScreens } from '../../contract/adminPaths.ts'
import { addressOfPage, switchablePages } from '../../contract/sitePages.ts'
import { isPasswordCorrect } from '../people/password.ts'
import { backupFact } from '../backup/backupState.ts'
import { robots } from '../pages/feeds.ts'
import type { Collection } from '../store/collection.ts'
import type { Stored } from '../store/kind.ts'
import { type CheckRow, type Facts, ok, problem, warning } from './checkTable.ts'
import type { Fault } from './faults.ts'

/** What the operator of the machine has set up. */
export const serverChecks: readonly CheckRow[] = [
  { id: 'password', title: '管理员密码', look: createPasswordCheck() },
  { id: 'address', title: '网址与https', look: address },
  { id: 'robots', title: '搜索引擎收录', look: searchEngines },
  { id: 'backup', title: '每日备份', look: backup },
  { id: 'files', title: '数据与上传的文件', look: files },
  { id: 'disk', title: '磁盘空间', look: disk },
  { id: 'clock', title: '服务器时钟', look: clock },
]

/** Comparing a password takes a moment of the processor, so each is compared once. */
function createPasswordCheck(): CheckRow['look'] {
  let compared: { hash: string; isDefault: Promise<boolean> } | undefined
  return async ({ store, config: { adminUser, adminPassword } }) => {
    const first = [...store.user.newest()].find(({ name }) => name === adminUser)
    if (!first) return ok(`没有名为“${adminUser}”的账号。`)
    const hash = first.password
    if (adminPassword !== undefined && !first.firstPassword && compared?.hash !== hash) {
      compared = { hash, isDefault: isPasswordCorrect(adminPassword, hash) }
    }
    const isDefault = first.firstPassword ?? (compared?.hash === hash && (await compared.isDefault))
    return isDefault
      ? problem(`“${adminUser}”还在用第一次启动或重置时的密码，知道它的可能不止一个人。请用这个账号登录，在“我的账号”里修改密码。`, {
        link: adminScreens.account,
      })
      : ok(`“${adminUser}”的密码改过了。`)
  }
}

/** Why visitors cannot use the address; undefined when they can. */
function addressFault(siteUrl: string | undefined): string | undefined {
  if (siteUrl === undefined) return '没有设置SITE_URL，站点地图、分享链接和通知里的网址都不对'
  const { protocol, hostname } = new URL(siteUrl)
  if (/^[\d.]+$|^\[/.test(hostname)) return `网址是 ${siteUrl}，请换成备案的域名`
  if (!hostname.includes('.') || /\.(?:local|localhost)$/.test(hostname)) return `网址是 ${siteUrl}，别人打不开`
  return protocol === 'https:' ? undefined : `网址是 ${siteUrl}，访客填写的电话在路上没有加密，请换成https`
}

function address({ config, faults }: Facts) {
  const texts = textsAbout('address', faults)
  if (texts !== '') return problem(texts)
  const fault = addressFault(config.siteUrl)
  return fault === undefined ? ok(`${config.siteUrl}，全程加密。`)
    : problem(`${fault}。请技术人员按docs/running.md第4、5步设置。`)
}

function searchEngines({ site, config: { siteUrl } }: Facts) {
  const text = robots(siteUrl ?? 'http://localhost')
  const blocked = [...text.matchAll(/^Disallow: (\S+)$/gm)].map(([, path = '']) => path)
  const pages = ['/', ...switchablePages.filter((page) => site.pagesOn[page]).map(addressOfPage)]
  const lost = pages.filter((page) => blocked.some((path) => page.startsWith(path)))
  if (lost.length > 0) return problem(`robots.txt不允许收录：${lost.join('、')}。`)
  return ok('robots.txt允许收录，站点地图是 /sitemap.xml。')
}

async function backup({ store, config, faults, now }: Facts) {
  if (config.databaseUrl !== undefined) return ok('数据在PostgreSQL里，由数据库备份，请技术人员定期核对（docs/scaling.md）。')
  const { daily, verified } = await backupFact(store, config.backupDir !== '', now)
  if (!daily) return problem('没有开启每日备份，硬盘坏了什么都找不回来。请技术人员设置BACKUP_DIR（docs/backup.md）。')
  const texts = textsAbout('backup', faults)
  if (texts !== '') return problem(texts)
  return verified ? ok(`每天自动备份，最近一份是${verified.at.slice(0, 16)}，已校验。`)
    : warning('已开启每日备份，正在制作第一份。')
}

const textsAbout = (about: Fault['about'], faults: readonly Fault[]): string =>
  faults.filter((fault) => fault.about === about).map(({ text, detail }) => text + detail).join('')

function files({ faults }: Facts) {
  const texts = textsAbout('files', faults)
  return texts === '' ? ok('都在，都能读取。') : problem(texts)
}

function disk({ faults }: Facts) {
  const texts = textsAbout('disk', faults)
  return texts === '' ? ok('够用。') : problem(texts)
}

/** A record that the server has made is never newer than now, by more than two servers may differ. */
const tolerance = 600_000

function clock({ store, starter, now }: Facts) {
  const newest = Math.max(...[store.session, store.agent, store.media, store.backup].map(newestIn))
  const isBehind = now + tolerance < Math.max(newest, Date.parse(starter.site.createdAt))
  return isBehind ? problem('时钟慢了：已有的记录比现在还晚。定时发布、备份和登录都会出错，请技术人员打开时间同步。')
    : ok('与最近的记录相符。')
}

function newestIn(collection: Pick<Collection<Stored, unknown>, 'newest'>): number {
  for (const { createdAt } of collection.newest()) return Date.parse(createdAt)
  return 0
}
