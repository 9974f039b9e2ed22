import { engineNames, type PushRow } from '../../../contract/push.ts'
import { nameOr } from '../lists/cells.tsx'
import { LinkButton } from '../ui/buttons.tsx'

const words = { sent: '已推送', waiting: '待推送', failed: '失败' } as const

interface Props {
  pages: readonly PushRow[]
  onReload(): void
  onPushAll(): void
}

/** What has become of the last pages that have changed. */
export const PushedPages = ({ pages, onReload, onPushAll }: Props) => (
  <section className="stack">
    <header className="row wraps">
      <h3>最近的网址</h3>
      <LinkButton className="push" onClick={onReload}>刷新</LinkButton>
      <LinkButton onClick={onPushAll}>推送全部页面</LinkButton>
    </header>
    {pages.length === 0
      ? <p className="muted">还没有推送过。启用以后发布或修改内容，这里会显示每个网址的结果。</p>
      : <ul className="pushed-pages" aria-label="最近的网址">{pages.map((page) => <Page key={page.address} {...page} />)}</ul>}
  </section>
)

const Page = ({ address, title, removed, results }: PushRow) => (
  <li>
    <p className="row wraps">
      {removed
        ? <span className="muted">已下线：{address}</span>
        : <a className="inline-link" href={address} target="_blank" rel="noreferrer">{nameOr(title)}</a>}
    </p>
    {results.map(({ engine, state, at, reason }) => (
      <p key={engine} className="row wraps small">
        <span>{engineNames[engine]}</span>
        <span className={state === 'failed' ? 'bad' : 'muted'}>{words[state]}</span>
        {at && <span className="muted digits">{at.slice(0, 16)}</span>}
        {reason && <span className="bad">{reason}</span>}
      </p>
    ))}
  </li>
)
