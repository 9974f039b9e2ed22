import { fileURLToPath } from 'node:url'
import { type Check, checkStates, checkSummary, type CheckState } from '../../contract/checks.ts'
import { answerHelp } from './answerHelp.ts'
import { BadSetting, type Config, readConfig } from '../config.ts'
import { requireOwner, WrongUser } from '../system/fileOwner.ts'
import { toStderr } from '../system/log.ts'
import { sendCommand } from '../people/accountCommands.ts'
import { currentSite, lostSite } from '../store/currentSite.ts'
import { NewerFormat } from '../store/format.ts'
import { withOfflineStore } from '../store/offlineStore.ts'
import { shippedSite, starterContent } from '../site/seed.ts'
import { NoStore, placeOf } from '../store/storeFolders.ts'
import { createChecks } from '../checks/checks.ts'
import { faultsOf } from '../checks/faults.ts'

/** Beside the folder of the built programs, of which this is one. */
const seedFolder = fileURLToPath(new URL('../data/seed/', import.meta.url))
const replyTimeoutMs = 60_000

class NoReply extends Error {}

/** A running server looks with its own settings. */
async function run(config: Config): Promise<readonly Check[]> {
  if (config.databaseUrl === undefined) requireOwner(config.dataDir)
  const [starter, shipped] = [starterContent(seedFolder), shippedSite(seedFolder)]
  const offline = await withOfflineStore(config, toStderr('plain'), async (store) => {
    const site = currentSite(store, shipped, await lostSite(store, shipped))
    return createChecks({ store, site, starter, config, faults: () => faultsOf({ store, shipped, config }, Date.now()), now: Date.now })()
  })
  if (offline) return offline
  const { ok, message } = await sendCommand(config.dataDir, { do: 'check' }, replyTimeoutMs)
  if (!ok || !message) throw new NoReply(message || '正在运行的服务器版本过旧，请重新启动它')
  return JSON.parse(message) as Check[]
}

const marks: Readonly<Record<CheckState, string>> = { problem: '✗', warning: '!', ok: '✓' }

/** As the screen 上线检查 shows it. */
function textOf(checks: readonly Check[]): string {
  const groups = (Object.keys(checkStates) as CheckState[]).map((state) => checks.filter((check) => check.state === state).flatMap(linesOf))
  return [checkSummary(checks), ...groups.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))].join('\n\n')
}

function linesOf({ state, title, why, findings = [] }: Check): string[] {
  const found = state === 'ok' ? [] : findings.filter(({ claim }) => !claim?.evidence)
  return [
    `${marks[state]} ${title}：${why}`,
    ...found.map(({ text, claim }) => `    ${text}${claim ? `（${claim.words.join('、')}）：${claim.sentence}` : ''}`),
  ]
}

answerHelp('用法：\n  npm run check-site      检查网站能否对外公布，服务器运行时也可以；有要处理的，退出码是1')
try {
  const config = readConfig(process.env)
  const checks = await run(config)
  console.log(`${textOf(checks)}\n\n${placeOf(config)}`)
  process.exitCode = checks.some(({ state }) => state === 'problem') ? 1 : 0
} catch (cause) {
  const isExpected = [BadSetting, WrongUser, NewerFormat, NoStore, NoReply].some((kind) => cause instanceof kind)
  console.error(isExpected ? (cause as Error).message : cause)
  process.exitCode = 1
}
