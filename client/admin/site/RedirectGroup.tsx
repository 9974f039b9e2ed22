import { useEffect, useState } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import {
  pastedRows,
  problemOfRow,
  readableAddress,
  redirectRow,
  type RedirectInput,
  type RedirectRow,
  redirectRows,
  rowMessage,
} from '../../../contract/calls/redirects.ts'
import { text } from '../../../contract/calls/fields.ts'
import { api } from '../session/api.ts'
import { FormFailed } from '../form/FormFooter.tsx'
import { PlaceField } from '../form/PlaceField.tsx'
import { useSmallForm } from '../form/smallForm.tsx'
import { CallError } from '../../lib/callError.ts'
import { Button, LinkButton } from '../ui/buttons.tsx'
import { Control, TextField } from '../ui/fields.tsx'
import { Pager } from '../ui/Pager.tsx'
import { attempt, toast } from '../ui/Toast.tsx'
import { useLoaded } from '../ui/useLoaded.ts'

/** More rows than this are searched. */
const seenAtOnce = 10
const rule = text({ required: '请填写旧地址和新地址', max: [400_000, '一次最多1000行'] })

/** 旧地址: the addresses that the site had once, and where they lead now. */
export function RedirectGroup() {
  const [page, setPage] = useState(1)
  const [limit, setLimit] = useState(20)
  const [word, setWord] = useState('')
  const { data, state, why, refresh } = useLoaded(
    (signal) => api('redirectList', { page, limit, word }, signal),
    [page, limit, word],
    { debounceMs: 300 },
  )
  const remove = (row: RedirectRow): Promise<void> =>
    attempt(async () => {
      await api('redirectDelete', { froms: [row.from] })
      toast('已删除，从这个旧地址来的访客会看到“页面无法进入”', 'good', { undo: () => void restore(row) })
      await refresh()
    })
  const restore = ({ from, to }: RedirectInput): Promise<void> =>
    attempt(async () => {
      await api('redirectSave', { rows: [{ from, to }] })
      await refresh()
    })
  const isSearched = word !== '' || (data?.count ?? 0) > seenAtOnce
  return (
    <section className="settings-form stack loose" aria-label="旧地址" tabIndex={-1} aria-busy={state === 'loading'}>
      <h2>旧地址</h2>
      <p className="muted">
        换了网站，或者改了页面的地址以后，收藏过旧地址的访客和搜索引擎会按这里填写的跳到新的页面。现在能打开的页面不受影响；改案例、页面的“地址”时，系统会自动加上旧的那一个；下线、定时下线、删除和关闭分类时，会问要跳到哪里。
      </p>
      <AddForm onSaved={refresh} />
      <FormFailed message={why} onRetry={refresh} />
      {isSearched && (
        <TextField
          label="查找旧地址"
          name="word"
          type="search"
          value={word}
          onChange={(value) => {
            setWord(value)
            setPage(1)
          }}
        />
      )}
      {data && (
        <>
          <ul className="redirects stack" aria-label="旧地址">
            {data.data.map((row) => (
              <Redirect key={row.from} row={row} onRemove={() => void remove(row)} />
            ))}
          </ul>
          {data.count === 0 && word !== '' && <p className="muted">没有找到</p>}
          {data.count > limit && (
            <Pager {...{ page, limit }} count={data.count} counted onPage={setPage} onLimit={setLimit} />
          )}
        </>
      )}
    </section>
  )
}

function Redirect({ row: { from, to, hits, lastAt, unused }, onRemove }: { row: RedirectRow; onRemove(): void }) {
  const old = readableAddress(from)
  const used = hits === 0 ? '还没有人用过' : `用过${hits}次，最近一次${lastAt.slice(0, 16)}`
  return (
    <li className="split boxed">
      <span className="stack tight">
        <span>{old}</span>
        <span>
          跳到
          <a className="inline-link" href={to} target="_blank" rel="noreferrer">
            {readableAddress(to)}
          </a>
        </span>
        <small className="muted">{unused ? `旧地址现在能打开，没有用上这一条；${used}` : used}</small>
      </span>
      <LinkButton aria-label={`删除${old}`} onClick={onRemove}>
        删除
      </LinkButton>
    </li>
  )
}

/** One by choosing where it leads, or several as they are pasted; 访问统计 leads here with one that somebody has asked for in vain. */
function AddForm({ onSaved }: { onSaved(): Promise<void> }) {
  const [pasted, setPasted] = useState<string>()
  const save = async (rows: readonly RedirectInput[]): Promise<void> => {
    await api('redirectSave', { rows: [...rows] })
    toast(rows.length === 1 ? '已保存，旧地址现在会跳转' : `已保存${rows.length}个旧地址`)
    await onSaved()
  }
  return pasted === undefined ? (
    <AddOne save={save} onSeveral={setPasted} />
  ) : (
    <AddSeveral save={save} pasted={pasted} onOne={() => setPasted(undefined)} />
  )
}

interface AddProps {
  save(rows: readonly RedirectInput[]): Promise<void>
}

function AddOne({ save, onSeveral }: AddProps & { onSeveral(pasted: string): void }) {
  const query = new URLSearchParams(useSearch())
  const from = query.get('from') ?? ''
  const to = query.get('to') ?? ''
  const [savedCount, setSavedCount] = useState(0)
  const form = useSmallForm({ rules: redirectRow, initial: { from, to }, send, failure: '保存失败，请重试' })
  // The form stays mounted while other groups are shown.
  useEffect(() => {
    if (from !== '') form.setValues({ from, to })
  }, [from, to])
  async function send(row: RedirectInput): Promise<void> {
    try {
      await save([row])
      form.setValues({ from: '', to: '' })
      setSavedCount((count) => count + 1)
    } catch (cause) {
      if (!(cause instanceof CallError) || cause.field !== 'rows') throw cause
      // There is one row only.
      const message = cause.message.replace(/^第1行：/, '')
      form.setError(message.startsWith('旧地址') ? 'from' : 'to', message)
    }
  }
  return (
    <form className="stack" aria-label="添加旧地址" {...form.attributes}>
      <FormFailed message={form.message} />
      <Control label="旧地址" {...form.field('from')} readOnly={form.sending} hint="末尾写“*”，以它开头的地址都会跳转">
        {(attributes) => (
          <input
            {...attributes}
            autoComplete="off"
            spellCheck={false}
            placeholder="/about.html"
            onPaste={(event) => {
              const text = event.clipboardData.getData('text/plain').trim()
              if (!/[\t\n]/.test(text)) return
              event.preventDefault()
              onSeveral(text)
            }}
          />
        )}
      </Control>
      <PlaceField key={savedCount} label="跳转到" {...form.field('to')} without={[form.values.from]} />
      <p className="row">
        <Button kind="primary" type="submit" disabled={form.locked}>
          保存
        </Button>
        <LinkButton onClick={() => onSeveral('')}>一次添加多个</LinkButton>
      </p>
    </form>
  )
}

function AddSeveral({ save, pasted, onOne }: AddProps & { pasted: string; onOne(): void }) {
  const form = useSmallForm({
    rules: { rows: rule },
    initial: { rows: pasted },
    check: ({ rows }) => ({ rows: problemOf(rows) }),
    send,
    failure: '保存失败，请重试',
  })
  async function send({ rows }: { rows: string }): Promise<void> {
    try {
      await save(pastedRows(rows))
      form.setValues({ rows: '' })
    } catch (cause) {
      // The row at fault is named by its place.
      if (cause instanceof CallError && cause.field === 'rows') return form.setError('rows', cause.message)
      throw cause
    }
  }
  const count = form.values.rows.trim() === '' ? 0 : pastedRows(form.values.rows).length
  const hint = '一行一个：旧地址、空格、新地址。也可以从Excel里复制两列。旧地址末尾写“*”，以它开头的地址都会跳转。'
  return (
    <form className="stack" aria-label="添加旧地址" {...form.attributes}>
      <FormFailed message={form.message} />
      <Control label="旧地址和新地址" {...form.field('rows')} hint={hint} readOnly={form.sending}>
        {(attributes) => (
          <textarea
            {...attributes}
            rows={5}
            spellCheck={false}
            placeholder={'/about.html /gywm\n/a/chanpin/* /product'}
          />
        )}
      </Control>
      <p className="row">
        <Button kind="primary" type="submit" disabled={form.locked}>
          {count > 1 ? `保存${count}个旧地址` : '保存'}
        </Button>
        <LinkButton onClick={onOne}>只添加一个</LinkButton>
      </p>
    </form>
  )
}

function problemOf(pasted: string): string | undefined {
  const rows = pastedRows(pasted)
  const index = rows.findIndex((row) => problemOfRow(row) !== undefined)
  const row = rows[index]
  const problem = row && problemOfRow(row)
  return problem === undefined ? redirectRows.validate(rows) : rowMessage(index, problem)
}
