import { type CSSProperties, type ReactNode, useState } from 'react'
import { redirectPath } from '../../../contract/calls/adminPaths.ts'
import { readableAddress } from '../../../contract/calls/redirects.ts'
import { otherNames, type VisitsSummary } from '../../../contract/calls/visits.ts'
import { api } from '../session/api.ts'
import { may } from '../session/session.ts'
import { devices } from '../leads/leadWords.ts'
import { LinkButton, InlineLink } from '../ui/buttons.tsx'
import { Heads } from '../ui/Chart.tsx'
import { EmptyState, StaleNote } from '../ui/DataTable.tsx'
import { Sheet } from '../ui/sheets.tsx'
import { useLoaded } from '../ui/useLoaded.ts'
import { Visits } from './Visits.tsx'

const periods = [7, 30, 90] as const

/** 访问统计: the visits of the last days, and what is known of them. */
export function VisitsScreen() {
  const [count, setCount] = useState<number>(30)
  const { data, state, why, refresh } = useLoaded((signal) => api('visitsSummary', { days: count }, signal), [count], {
    onShow: true,
  })
  const dayCount = data?.days.length ?? count
  return (
    <div className="dashboard visits stack loose" aria-busy={state === 'loading'}>
      <div className="list-tabs row tight" role="group" aria-label="统计多少天">
        {periods.map((days) => (
          <button
            key={days}
            type="button"
            aria-pressed={days === count}
            onClick={() => setCount(days)}
          >{`近${days}天`}</button>
        ))}
      </div>
      {state === 'failed' &&
        (data ? (
          <StaleNote error={why} onRetry={refresh} />
        ) : (
          <EmptyState state={state} error={why} onRetry={refresh} empty="" />
        ))}
      {(data || state !== 'failed') && <Visits days={data?.days} count={dayCount} />}
      {data && <Rankings data={data} />}
      {data && <Notes />}
    </div>
  )
}

function Rankings({ data: { pages, sources, devices: kinds, missed, absent } }: { data: VisitsSummary }) {
  const haveEnquiries = sources.some(({ enquiries }) => enquiries > 0)
  return (
    <div className="rankings">
      <Ranking
        title="打开的页面"
        heads={['页面', '次数']}
        empty="有人浏览网站后，这里列出打开了哪些页面"
        rows={pages.map(({ path, title, count }) => ({
          key: path,
          count,
          name: <PageName path={path} title={title} />,
        }))}
      />
      <Ranking
        title="访客从哪里来"
        heads={haveEnquiries ? ['来源', '次数', '客户线索'] : ['来源', '次数']}
        empty="有人浏览网站后，这里列出他们从哪里来"
        rows={sources.map(({ source, count, enquiries }) => ({
          key: source,
          name: source,
          count,
          more: enquiries || '',
        }))}
      />
      <Ranking
        title="设备"
        heads={['设备', '次数']}
        empty="还没有统计到设备"
        rows={kinds.map(({ device, count }) => ({ key: device, name: devices[device] ?? device, count }))}
        note="平板按它自报的身份统计：安卓平板算手机，多数iPad自称电脑。"
      />
      <Ranking
        title="访客搜了但没有找到的词"
        heads={['词', '次数']}
        empty="还没有人搜过找不到的词"
        rows={missed.map(({ word, count }) => ({ key: word, name: word, count }))}
        note="可以为这些词补充内容，或者在“网站设置 › 搜索与分享”里把它们加到意思相同的一组。"
      />
      <Ranking
        title="没有找到的页面"
        heads={['地址', '次数', '跳转']}
        empty="还没有人打开过不存在的页面"
        rows={absent.map(({ address, guess, count }) => ({
          key: address,
          count,
          name: <AbsentName address={address} guess={guess?.title} />,
          more: may('site:update') && <InlineLink href={redirectPath(address, guess?.path ?? '')}>跳转到…</InlineLink>,
        }))}
        note="多半是老网站的地址，或者改过的地址。让它们跳到现在的页面，访客和搜索引擎就不会白来一趟。"
      />
    </div>
  )
}

function AbsentName({ address, guess }: { address: string; guess: string | undefined }) {
  return (
    <span className="stack tight">
      <span>{readableAddress(address)}</span>
      {guess !== undefined && <small className="muted">{`可能是“${guess}”`}</small>}
    </span>
  )
}

/** A page that is not there any more has no title and no link. */
function PageName({ path, title }: { path: string; title: string | undefined }) {
  if (path === otherNames) return path
  return title ? (
    <a className="inline-link" href={path} target="_blank" rel="noreferrer" title={path}>
      {title}
    </a>
  ) : (
    <span className="muted">{path}</span>
  )
}

function Notes() {
  return (
    <Sheet title="这些数字是怎么算的" name="visit-notes">
      <ul className="muted small">
        <li>
          次数：打开一次页面算一次。在网站里点链接换页不重新打开页面，不再计数，所以“打开的页面”主要是访客最先看到的页面。
        </li>
        <li>
          访客按天计：同一位访客一天里来几次都算一位，第二天再来又算一位，所以每天的访客相加不是总人数。换了网络或浏览器会算成另一位，服务器重新启动的那天，有些访客会算两次。
        </li>
        <li>自报身份的搜索引擎爬虫等程序不计入，登录后台的工作人员也不计入。</li>
        <li>
          来源：网址带推广参数（utm_source等）的，按推广参数统计；“直接访问”是没有说明从哪里来的，例如输入网址或点开收藏。网站内部的链接不算来源。
        </li>
        <li>不使用Cookie，不保存访客的网络地址。区分访客用的密钥只在服务器的内存里，每天零点更换。</li>
      </ul>
    </Sheet>
  )
}

interface Row {
  key: string
  name: ReactNode
  count: number
  /** It is shown in a column of its own. */
  more?: ReactNode
}

interface RankingProps {
  title: string
  rows: readonly Row[]
  heads: readonly [name: string, count: string, more?: string]
  /** It is shown where there is no row. */
  empty: string
  note?: string
}

const shownAtFirst = 10

/** 37 %, and less than one where a rounded number would be none. */
const percent = (share: number): string => (share > 0 && share < 0.005 ? '<1%' : `${Math.round(share * 100)}%`)

/** Names with how often each was counted and its share, the most frequent first. */
function Ranking({ title, rows, heads, empty, note }: RankingProps) {
  const [all, setAll] = useState(false)
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  const visibleRows = all ? rows : rows.slice(0, shownAtFirst)
  return (
    <Sheet title={title} name="ranking">
      {rows.length === 0 ? (
        <p className="ranking-empty message muted">{empty}</p>
      ) : (
        <table className="small">
          <Heads of={[heads[0], heads[1], '占比', ...heads.slice(2)]} />
          <tbody>
            {visibleRows.map(({ key, name, count, more }) => {
              const share = percent(total > 0 ? count / total : 0)
              return (
                <tr key={key} style={{ '--share': share.replace('<', '') } as CSSProperties}>
                  <th scope="row">{name}</th>
                  <td>{count.toLocaleString('zh-CN')}</td>
                  <td className="muted">{share}</td>
                  {heads[2] !== undefined && <td>{more}</td>}
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
      {rows.length > shownAtFirst && (
        <LinkButton aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? `只看前${shownAtFirst}项` : `显示全部${rows.length}项`}
        </LinkButton>
      )}
      {note && <p className="dashboard-foot muted small">{note}</p>}
    </Sheet>
  )
}
