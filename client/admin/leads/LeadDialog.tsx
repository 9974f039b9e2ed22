import { useEffect, useRef } from 'react'
import { bytes } from '../../../contract/text/bytes.ts'
import { calls } from '../../../contract/calls/calls.ts'
import { numberOf } from '../../../contract/leads/arrived.ts'
import { leadKindOf, leadKinds, type LeadKind } from '../../../contract/leads/leadKinds.ts'
import { followUpStates } from '../../../contract/leads/leads.ts'
import type { LeadRow } from '../../../contract/kinds/entities.ts'
import { recordPath } from '../../../contract/kinds/kinds.ts'
import { normalPhone } from '../../../contract/text/phone.ts'
import { api } from '../session/api.ts'
import { FormFailed } from '../form/FormFooter.tsx'
import { may } from '../session/session.ts'
import { Button, LinkButton } from '../ui/buttons.tsx'
import { confirm } from '../ui/confirm.tsx'
import { Modal } from '../ui/Modal.tsx'
import { type Fact, Facts } from '../ui/sheets.tsx'
import { toast } from '../ui/Toast.tsx'
import { useLoaded } from '../ui/useLoaded.ts'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'
import {
  fieldWords,
  kindOf,
  mailWords,
  originTitles,
  originValues,
  sources,
  subjectOf,
  topicClass,
  whoOf,
} from './leadWords.ts'
import { CallLink, CopyPhone } from './CopyPhone.tsx'
import { FollowUpForm, keepFollowUp, keepMail } from './FollowUpForm.tsx'
import { MailForm } from './MailForm.tsx'
import type { AskedRow } from '../../../contract/leads/quoteList.ts'
import { copyTable } from '../../ui/copyText.ts'
import { cellsOf } from './leadExport.ts'
import { quoteSheet } from './quoteSheet.ts'

interface Props {
  kind: LeadKind
  opened: OpenedLead
  owners: readonly string[]
  onOpen(opened: OpenedLead): void
  /** It is of the other kind, which has its own screen. */
  onOtherKind(row: LeadRow): void
  onClose(): void
  onChanged(): Promise<void>
  /** It was no robot. */
  onRelease(row: LeadRow): Promise<void>
}

/** All that is known of an application or inquiry, and what was done about it. */
export function LeadDialog({ kind, opened, owners, onOpen, onOtherKind, onClose, onChanged, onRelease }: Props) {
  const { data, state, why, refresh } = useLead(opened)
  const { row = opened.row, others = [] } = data ?? {}
  const gone = state === 'ready' && !data
  const onSaved = (): Promise<unknown> => Promise.all([refresh(), onChanged()])
  const box = useRef<HTMLDivElement>(null)
  const toNote = (): void => box.current?.querySelector('textarea')?.focus()
  useEffect(() => {
    if (opened.toNote) toNote()
  }, [opened])
  const isOtherKind = row !== undefined && leadKindOf(row) !== kind
  useEffect(() => {
    if (isOtherKind) onOtherKind(row)
  }, [isOtherKind])
  if (isOtherKind) return null
  return (
    <Modal open title={row ? whoOf(row) : leadKinds[kind].title} width="62rem" onClose={onClose}>
      {gone && (
        <p className="message" role="alert">
          这条线索已被删除
        </p>
      )}
      {state === 'failed' && <FormFailed message={why} onRetry={refresh} />}
      {row && !gone && (
        <div className="lead-detail" ref={box} aria-busy={state === 'loading'}>
          <div className="stack">
            <p className="lead-phone row loose wraps">
              <CopyPhone phone={row.phone} onBack={toNote} />
              <CallLink phone={row.phone} who={row.agentName} className="button primary" onBack={toNote} />
            </p>
            <Asked row={row} />
          </div>
          <div className="lead-follow stack loose">
            {row.doubtful ? (
              <Button kind="primary" onClick={() => void onRelease(row).then(onClose)}>
                放行
              </Button>
            ) : (
              <>
                <FollowUpForm row={row} owners={owners} onSaved={onSaved} />
                {row.mails && <MailForm row={row} onSent={onSaved} />}
                <Notes row={row} />
              </>
            )}
          </div>
          <div className="stack loose">
            <Known row={row} />
            <Deliveries row={row} onResent={refresh} />
            <Others rows={others} onOpen={(other) => onOpen({ id: other.agentId, row: other })} />
          </div>
          {may('agent:delete') && (
            <ForgetButton
              row={row}
              onForgotten={() => {
                onClose()
                void onChanged()
              }}
            />
          )}
        </div>
      )}
    </Modal>
  )
}

/** What it is about, above the note that one writes of it. */
function Asked({ row: { agentId, topic, productId, productName, items, question, files = [] } }: { row: LeadRow }) {
  return (
    <>
      {topic && <p className={topicClass(topic)}>{topic}</p>}
      {productId && (
        <p>
          产品：
          {may('record:edit') ? (
            <a className="inline-link" href={recordPath('product', productId)} target="_blank" rel="noreferrer">
              {productName ?? productId}
            </a>
          ) : (
            (productName ?? productId)
          )}
        </p>
      )}
      {question && <p className="lead-asked strong">{question}</p>}
      {items && <AskedItems items={items} />}
      {files.length > 0 && (
        <ul className="lead-files stack tight" aria-label="附件">
          {files.map(({ fileId, name, size }) => (
            <li key={fileId} className="row wraps">
              <bdi className="fill">{name}</bdi>
              <span className="muted small nowrap">{bytes(size)}</span>
              <a
                className="inline-link"
                href={`${calls.inquiryFileRead.path}?${new URLSearchParams({ agentId, fileId })}`}
                aria-label={`下载${name}`}
                download
              >
                下载
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Known({ row }: { row: LeadRow }) {
  const { agentId, agentInfo, agentName, region, createDate, source, consent, receipt } = row
  const agreed =
    consent && `${consent.at.slice(0, 16)}${consent.ticked ? '，已勾选同意' : ''}，隐私说明 ${consent.version}`
  const origins = originValues(row)
  const words = fieldWords[leadKindOf(row)]
  return (
    <div className="stack tight">
      <Facts
        className="lead-facts"
        facts={[
          ['类型', kindOf(row)],
          [words.agentName, agentName],
          [words.agentInfo, agentInfo],
          ['意向区域', region],
          ['时间', createDate],
          ['编号', numberOf(agentId)],
          [
            '邮件回执',
            receipt &&
              [receiptStates[receipt.state], receipt.at?.slice(0, 16), receipt.reason].filter(Boolean).join('，'),
          ],
        ]}
      />
      <details>
        <summary>来源与同意</summary>
        <Facts
          className="lead-facts"
          facts={[
            ['来源', sources[source] ?? source],
            ...originTitles.map((title, index): Fact => [title, origins[index]]),
            ['同意', agreed],
          ]}
        />
      </details>
    </div>
  )
}

function Others({ rows, onOpen }: { rows: readonly LeadRow[]; onOpen(row: LeadRow): void }) {
  if (rows.length === 0) return null
  return (
    <section className="stack tight">
      <h3>{`这个号码的其他线索（${rows.length}）`}</h3>
      <ul className="lead-others">
        {rows.map((row) => (
          <li key={row.agentId}>
            <button type="button" className="split" onClick={() => onOpen(row)}>
              <span className="clamped">{`${subjectOf(row)}${row.question ? `，${row.question}` : ''}`}</span>
              <span className="muted small nowrap">{`${followUpStates[row.state ?? 'new']} · ${row.createDate.slice(0, 10)}`}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Notes({ row: { notes = [] } }: { row: LeadRow }) {
  if (notes.length === 0) return <p className="muted small">还没有跟进记录。</p>
  return (
    <ol className="lead-notes" aria-label="跟进记录，最新的在最上面">
      {[...notes].reverse().map(({ at, by, text, mail }, index) => (
        <li key={`${at}/${notes.length - index}`}>
          <p className="muted small">{`${by} · ${at.slice(0, 16)}`}</p>
          {mail && <p className={mail.state === 'sent' ? 'small' : 'bad small'}>{mailWords(mail)}</p>}
          <p>{text}</p>
        </li>
      ))}
    </ol>
  )
}

const erasedWords = [
  '会删除：这个号码的全部咨询和申请，包括“已删除”和“隔离”里的，连同跟进记录。',
  '不会删除：已经发到企业微信、钉钉、飞书、邮箱等处的通知，导出的文件，以及以前做的备份（到期后自动清除）。',
]

function ForgetButton({ row, onForgotten }: { row: LeadRow; onForgotten(): void }) {
  const { phone } = row
  const [locked, run] = useRepeatGuard()
  const forget = async (): Promise<void> => {
    const question = [
      `是否彻底删除号码 ${phone} 的全部信息？`,
      ...erasedWords.map((words) => `· ${words}`),
      '删除后不能恢复。',
    ].join('\n')
    if (!(await confirm(question, { ok: '彻底删除' }))) return
    const { count } = await api('leadForget', { phone })
    keepFollowUp(row, {})
    keepMail(row)
    toast(`已彻底删除这个号码的 ${count} 条信息`)
    onForgotten()
  }
  return (
    <p>
      <LinkButton bad aria-disabled={locked} onClick={() => run(forget, '未能删除，请稍后重试')}>
        彻底删除这个号码的全部信息…
      </LinkButton>
    </p>
  )
}

const receiptStates = { sent: '已发出', waiting: '等待发送', failed: '没有发出' } as const
const deliveryStates = { sent: '已通知', waiting: '未通知', failed: '失败' } as const
/** Services usually answer within this time. */
const reloadMs = 3000

/** Which channels have sent the notice of its arrival; nothing where there are no channels. */
function Deliveries({ row: { agentId, delivered = [] }, onResent }: { row: LeadRow; onResent(): Promise<void> }) {
  const [locked, run] = useRepeatGuard()
  if (delivered.length === 0) return null
  const resend = async (): Promise<void> => {
    await api('leadResend', { agentId })
    toast('已安排重发')
    await onResent()
    setTimeout(() => void onResent(), reloadMs)
  }
  return (
    <section className="stack tight">
      <header className="split">
        <h3>通知</h3>
        {delivered.some(({ state }) => state !== 'sent') && (
          <LinkButton aria-disabled={locked} onClick={() => run(resend, '未能重发，请稍后重试')}>
            重发
          </LinkButton>
        )}
      </header>
      <ul className="lead-deliveries">
        {delivered.map(({ channelId, label, state, at, reason }) => (
          <li key={channelId} className="row wraps">
            <span>{label}</span>
            <span className={state === 'failed' ? 'bad' : undefined}>{deliveryStates[state]}</span>
            {at && <span className="muted small digits">{at.slice(0, 16)}</span>}
            {reason && <span className="bad small">{reason}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

export interface OpenedLead {
  id: string
  /** The row of the list is shown until the record is loaded. */
  row?: LeadRow | undefined
  /** The note has the focus. */
  toNote?: boolean | undefined
}

const maxOthers = 50

/** One application or inquiry with the others of the same telephone number; undefined when it has been deleted. */
const useLead = ({ id, row }: OpenedLead) => useLoaded((signal) => load(id, row?.doubtful === true, signal), [])

async function load(id: string, doubtful: boolean, signal: AbortSignal) {
  const {
    data: [row],
  } = await api('leadList', { agentId: id, doubtful }, signal)
  if (!row) return undefined
  const { data } = await api('leadList', { kind: 'all', word: row.phone, limit: maxOthers }, signal)
  return {
    row,
    others: data.filter(({ agentId, phone }) => agentId !== id && normalPhone(phone) === normalPhone(row.phone)),
  }
}

/** The products that somebody wants an offer for. */
function AskedItems({ items }: { items: readonly AskedRow[] }) {
  const copy = (): void => {
    const { text, html } = quoteSheet(items)
    if (copyTable(text, html)) toast('已复制，可以粘贴到Excel')
    else toast('浏览器没有允许复制', 'bad')
  }
  return (
    <section className="stack tight">
      <header className="split">
        <h3>{`询价单（${items.length}项）`}</h3>
        <LinkButton onClick={copy}>复制为报价表</LinkButton>
      </header>
      <div className="scroll sideways" role="region" aria-label="询价单" tabIndex={0}>
        <table className="lead-items">
          <thead>
            <tr>
              {['产品', '型号', '数量', '单位', '备注'].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((item, index) => (
              <tr key={index}>
                {cellsOf(item).map((cell, column) => (
                  <td key={column} className={typeof cell === 'number' ? 'digits' : undefined}>
                    {column === 0 && item.productName && may('record:edit') ? (
                      <a
                        className="inline-link"
                        href={recordPath('product', item.productId)}
                        target="_blank"
                        rel="noreferrer"
                      >
                        {cell}
                      </a>
                    ) : (
                      cell.toLocaleString('zh-CN')
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
