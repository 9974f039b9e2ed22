import { useEffect, useState } from 'react'
import { adminScreens, settingsFieldPath, settingsGroupPath } from '../../../contract/adminPaths.ts'
import { checkStates, checkSummary, type CheckState } from '../../../contract/checks.ts'
import type { SetupStep } from '../../../contract/entities.ts'
import { kinds } from '../../../contract/kinds.ts'
import type { Permission } from '../../../contract/roles.ts'
import { api } from '../api.ts'
import { useChecks } from '../check/useChecks.ts'
import { may, user } from '../session.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { Link } from '../ui/Link.tsx'

interface Step {
  step: SetupStep
  title: string
  hint: string
  path: string
  /** Only for those who have it. */
  permission?: Permission
}

const steps: readonly Step[] = [
  { step: 'names', title: '名称与标志', hint: '网站名称、公司全称和标志', path: settingsGroupPath('basics') },
  { step: 'phones', title: '电话与邮箱', hint: '服务热线、手机页的两个电话和公司邮箱', path: settingsGroupPath('basics') },
  { step: 'address', title: '地址与地图', hint: '公司地址，在地图上拖动标记', path: settingsFieldPath('basics', 'address') },
  { step: 'filing', title: '备案号', hint: 'ICP备案号，有公安备案号也一并填写', path: settingsFieldPath('basics', 'icp'), permission: 'legal:update' },
  { step: 'product', title: '第一个产品', hint: '新增自己的产品，再删除示例产品', path: `${kinds.product.screen}?add=1` },
  { step: 'news', title: '第一篇新闻', hint: '新增自己的新闻，再删除示例新闻', path: `${kinds.news.screen}?add=1` },
  { step: 'channel', title: '通知渠道', hint: '新的咨询和申请，马上发到群里或邮箱', path: settingsFieldPath('inquiry', 'channels'), permission: 'channel:update' },
  { step: 'application', title: '试填一次申请', hint: '在网站的代理加盟页提交一次，看客户线索里是否收到', path: '/dljm', permission: 'agent:update' },
  { step: 'texts', title: '替换示例文字', hint: '口号、简介和各页的标题与引言', path: settingsGroupPath('home') },
]

/** By account, since several people may use one browser. */
const hiddenAs = (): string => `setupHidden/${user.peek()?.userId ?? ''}`
const isHidden = (): boolean => {
  try {
    return localStorage.getItem(hiddenAs()) === '1'
  } catch {
    // Forbidden: then it is shown each time.
    return false
  }
}

/** The steps of this person; undefined until they are known. */
export function useSetup() {
  const [done, setDone] = useState<ReadonlySet<string>>()
  const [hidden, setHidden] = useState(isHidden)

  useEffect(() => {
    if (!may('site:update')) return
    const request = new AbortController()
    api('siteSetup', {}, request.signal).then(
      (setup) => setDone(new Set(setup.done)),
      // It is a help: the dashboard works without it.
      () => {},
    )
    return () => request.abort()
  }, [])

  const own = steps.filter(({ permission }) => permission === undefined || may(permission))
  if (!done) return undefined
  return {
    steps: own.map((each) => ({ ...each, isDone: done.has(each.step) })),
    left: own.filter(({ step }) => !done.has(step)).length,
    hidden,
    hide(hide: boolean): void {
      setHidden(hide)
      try {
        localStorage.setItem(hiddenAs(), hide ? '1' : '0')
      } catch {
        // As above.
      }
    },
  }
}

type Setup = NonNullable<ReturnType<typeof useSetup>>

/** How the starter site becomes the company's own. It can be hidden, and shown again. */
export function SetupSteps({ setup: { steps, left, hide } }: { setup: Setup }) {
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <section className="setup stack card" aria-labelledby="setup">
      <header className="split wraps">
        <h2 id="setup">把示例网站变成自己的网站</h2>
        <p>{`已完成${steps.length - left}步，还有${left}步`}</p>
        <button type="button" className="link" onClick={() => hide(true)}>
          暂时隐藏
        </button>
      </header>
      <ol>
        {steps.map((each) => (
          <li key={each.step} className={each.isDone ? 'done' : each === next ? 'next' : undefined}>
            <StepLink {...each} isNext={each === next} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The hint stands under the next step, and is the tooltip of the others: all steps fit beside the numbers. */
function StepLink({ step, title, hint, path, isDone, isNext }: Step & { isDone: boolean; isNext: boolean }) {
  const content = (
    <>
      <span className="setup-mark center">{isDone && <AdminIcon name="check" />}</span>
      <b>{title}</b>
      {isDone && <span className="visually-hidden">已完成</span>}
      {isNext && <small className="small">{hint}</small>}
    </>
  )
  const link = { href: path, title: isDone || isNext ? undefined : hint, children: content }
  // The form of the site itself opens in a tab of its own.
  return step === 'application' ? <a target="_blank" rel="noreferrer" {...link} /> : <Link {...link} />
}

/** Once all steps are done: how ready the site is for visitors. */
export function CheckLine() {
  const { checks } = useChecks()
  if (!checks) return null
  const [worst = 'ok'] = (Object.keys(checkStates) as CheckState[]).filter((state) => checks.some((check) => check.state === state))
  return (
    <p className={`check-line card row of-${worst}`}>
      <AdminIcon name={worst === 'ok' ? 'check' : worst === 'warning' ? 'info' : 'warning'} />
      <span>上线检查：{checkSummary(checks)}　<Link className="inline-link" href={adminScreens.check}>查看</Link></span>
    </p>
  )
}
