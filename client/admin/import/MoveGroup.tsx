import { useMemo, useRef, useState } from 'react'
import { adminScreens } from '../../../contract/calls/adminPaths.ts'
import { calls } from '../../../contract/calls/calls.ts'
import { kinds } from '../../../contract/kinds/kinds.ts'
import {
  movedEndings,
  type MovedKind,
  type MovedSource,
  type Company,
  companyFields,
} from '../../../contract/kinds/movedRecords.ts'
import type { Operation } from '../../../contract/calls/operations.ts'
import { messageOf } from '../../lib/callError.ts'
import { downloadFrom } from '../../lib/download.ts'
import { FormFailed } from '../form/FormFooter.tsx'
import { ImportReport, RunButtons } from './ImportReport.tsx'
import { SheetProblem } from './sheetProblem.ts'
import { StagedList } from './StagedList.tsx'
import { useRun } from './useRun.ts'
import { Button, LinkButton, Link } from '../ui/buttons.tsx'
import { FileButton } from '../ui/FileButton.tsx'
import { useFileDrops } from '../ui/useFileDrops.ts'
import { AddressWay } from './AddressWay.tsx'
import { givenFiles } from './givenFiles.ts'
import { MovedColumns, MovedKindSelect } from './MovedColumns.tsx'
import { pictureFinder } from './movedPictures.ts'
import { readFile, readPages } from './sources.ts'
import { type Choices, type KnownRecords, loadKnown, noChoices, stageMoved, withLists } from './stageMoved.ts'
import { messages } from '../../../contract/calls/rules.ts'
import { bytes as sizeOf } from '../../../contract/text/bytes.ts'
import { ruleFor, type SiteField } from '../../../contract/site/siteFieldKinds.ts'
import { siteFields } from '../../../contract/site/siteFields.ts'
import { api } from '../session/api.ts'
import { wayBack } from '../acts/operations.ts'
import { may } from '../session/session.ts'
import { toast } from '../ui/Toast.tsx'
import { useLoaded } from '../ui/useLoaded.ts'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'

interface Staged {
  source: MovedSource
  known: KnownRecords
}

/** 搬家: records of another system become drafts. Nothing is saved before each was shown as it will be. */
export function MoveGroup() {
  const [staged, setStaged] = useState<Staged>()
  const [choices, setChoices] = useState<Choices>(noChoices)
  const [files, setFiles] = useState<readonly File[]>([])
  const [reading, setReading] = useState('')
  const [problem, setProblem] = useState('')
  const controller = useRef(new AbortController())

  const run = useRun(adminScreens.settings)
  const find = useMemo(() => pictureFinder(files), [files])
  const rows = useMemo(
    () => (staged ? stageMoved(staged.source.records, choices, staged.known, find) : []),
    [staged, choices, find],
  )
  const ready = rows.filter(({ ticked }) => ticked)
  const drafts = ready.filter(({ made }) => !made?.isPublished).length

  const read = async (
    words: string,
    work: (signal: AbortSignal, onProgress: (progress: number) => void) => Promise<MovedSource>,
  ): Promise<void> => {
    controller.current = new AbortController()
    setProblem('')
    setReading(words)
    try {
      const source = await work(controller.current.signal, (progress) =>
        setReading(`${words} ${Math.round(progress * 100)}%`),
      )
      const known = await loadKnown(source.records, new AbortController().signal)
      setChoices(noChoices)
      if (source.records.length > 0) setStaged({ source, known })
      else setProblem(['里面没有可以搬的内容', ...source.notes].join('；'))
    } catch (cause) {
      setProblem(messageOf(cause, '没有读成，请重试'))
    } finally {
      setReading('')
    }
  }
  const sort = async (given: readonly File[]): Promise<void> => {
    setProblem('')
    setReading('正在打开')
    const { source, pictures } = await givenFiles(given)
    setFiles((before) => [...before, ...pictures])
    if (source) await read('正在上传', (...tools) => readFile(source, ...tools))
    else if (given.length > 0 && (!staged || pictures.length === 0)) setProblem(nothingToMove)
  }
  const take = (given: readonly File[]): void =>
    void sort(given)
      .catch((cause: unknown) => setProblem(cause instanceof SheetProblem ? cause.message : '没有读成，请重试'))
      .finally(() => setReading(''))
  const start = (): void => {
    if (staged && ready.length > 0) void run.start(withLists(ready, staged.source.lists))
  }
  const close = (): void => {
    run.end()
    setStaged(undefined)
    setFiles([])
  }
  const message = problem || run.failure
  const drop = useFileDrops(take, { disabled: run.isOpen || reading !== '' })
  return (
    <section
      className="settings-form import stack loose"
      aria-label="搬家"
      tabIndex={-1}
      aria-busy={reading !== ''}
      {...drop}
    >
      <h2>搬家</h2>
      {message !== '' && <FormFailed message={message} />}
      {!run.isOpen && !staged && (
        <Ways
          {...{ reading, take }}
          onReading={(operation) => void read('正在读取网页', (signal) => readPages(operation, signal))}
          onStop={() => controller.current.abort()}
        />
      )}
      {!run.isOpen && staged && (
        <>
          <StagedList
            rows={rows}
            unit="条"
            choiceOf={(row) => {
              const { record } = row
              const onKind = (kind: MovedKind): void =>
                setChoices({ ...choices, kinds: { ...choices.kinds, [record.key]: kind } })
              return <MovedKindSelect {...{ row, onKind }} />
            }}
            ticks={choices.ticks}
            onTicks={(ticks) => setChoices({ ...choices, ticks })}
          >
            {staged.source.company && <CompanyOffer company={staged.source.company} />}
            <MovedColumns {...{ rows, choices, files, take }} notes={staged.source.notes} onChoices={setChoices} />
          </StagedList>
          <p className="row push">
            <Button onClick={close}>换一种方式</Button>
            <Button kind="primary" aria-disabled={ready.length === 0} onClick={start}>
              {startWords(ready.length, drafts)}
            </Button>
          </p>
        </>
      )}
      {run.isOpen && (
        <>
          <ImportReport
            run={run}
            noun="内容"
            unit="条"
            again="再放入同一份文件，从没有完成的地方接着搬。"
            lost={staged?.source.notes ?? []}
          />
          <p className="row push">
            <RunButtons run={run} onClose={close} />
          </p>
        </>
      )}
    </section>
  )
}

function startWords(ticked: number, drafts: number): string {
  if (drafts > 0) return `存为${drafts}份草稿`
  return ticked > 0 ? '让旧地址跳过去' : '没有选中的'
}

interface WaysProps {
  /** What is being read, in words. */
  reading: string
  take(files: readonly File[]): void
  onReading(operation: Operation): void
  onStop(): void
}

const nothingToMove =
  '这里面没有可以搬的内容。请选择老网站导出的文件（.db、.sql、.xml）。存下来的网页（.html）读不了：老网站还能打开的话，用“一批网址”读。图片等内容列出来以后再放。'

/** A chooser of files knows the last ending only. */
const dumpEndings = ['.sql', '.gz']
const systems = [
  {
    name: 'PbootCMS',
    words:
      '老网站data文件夹里的.db文件；用MySQL的，在phpMyAdmin或宝塔里把数据库导出成.sql。图片在static/upload文件夹里，下一步再放。',
    label: '选择数据库文件',
    accept: [...movedEndings.pbootcms, ...dumpEndings],
  },
  {
    name: '织梦DedeCMS',
    words:
      '在phpMyAdmin或宝塔里把数据库导出成.sql（后台自带的备份是.txt，不能用）。图片在uploads文件夹里，下一步再放。',
    label: '选择.sql备份',
    accept: dumpEndings,
  },
  {
    name: '易优EyouCMS',
    words:
      '后台“备份还原”存到data/sqldata文件夹的.sql，有几卷就一起选；也可以在宝塔里导出。图片在uploads文件夹里，下一步再放。',
    label: '选择.sql备份',
    accept: dumpEndings,
  },
  {
    name: 'WordPress',
    words: '后台“工具 › 导出 › 所有内容”下载的.xml文件。图片从老网站取，或者放入wp-content/uploads文件夹。',
    label: '选择导出文件',
    accept: movedEndings.wordpress,
  },
]

/** Where the records can come from. */
function Ways({ reading, take, onReading, onStop }: WaysProps) {
  return (
    <>
      <p className="muted">
        把老网站的内容搬过来：先列出来由您选，存成草稿，访客看不到；看过以后再一起发布。老地址会跳到新的页面。下面没有您的系统，就用“一批网址”读老网站的网页，或者把内容整理成表格。
      </p>
      <ul className="move-ways tiles">
        <li className="boxed stack">
          <h3>表格</h3>
          <p className="small muted">Excel（.xlsx）、.csv，或者从Excel、WPS里复制。图片和PDF一起放进去。</p>
          <p className="row">
            <Link className="button" href={`${kinds.product.screen}?import=1`}>
              导入产品
            </Link>
            <Link className="button" href={`${kinds.news.screen}?import=1`}>
              导入新闻
            </Link>
          </p>
        </li>
        {systems.map(({ name, words, label, accept }) => (
          <li key={name} className="boxed stack">
            <h3>{name}</h3>
            <p className="small muted">{words}</p>
            <p className="row">
              <FileButton {...{ label, accept, take }} disabled={reading !== ''} />
            </p>
          </li>
        ))}
        <AddressWay disabled={reading !== ''} onReading={onReading} />
      </ul>
      {reading !== '' && (
        <p className="row">
          <span role="status">{reading}</span>
          <LinkButton onClick={onStop}>停止</LinkButton>
        </p>
      )}
      <ExportAll />
    </>
  )
}

/** 导出全部. The size is requested first: its error can be shown, while the browser would save that of a download as a file. */
function ExportAll() {
  const [locked, run] = useRepeatGuard()
  const save = async (): Promise<void> => {
    const { pages, files, bytes } = await api('siteExportSize', {})
    downloadFrom(calls.siteExport.path)
    toast(`正在下载 ${pages} 页、${files} 个文件，共 ${sizeOf(bytes)}`)
  }
  return (
    <div className="boxed stack">
      <h3>搬走</h3>
      <p className="small muted">
        访客看得到的产品、新闻、案例和页面：各一张表格，每页正文一个网页文件（.html），和它们的图片、资料、旧地址，放在一个.zip里。草稿、客户线索、账号、网站设置不在里面。
      </p>
      <p className="row">
        <Button icon="download" disabled={locked} onClick={() => run(save, '导出失败，请稍后重试')}>
          导出全部
        </Button>
      </p>
    </div>
  )
}

/** What another system says of the company, for 网站设置: nothing of it is saved before somebody asks for it. */
function CompanyOffer({ company }: { company: Company }) {
  const { data: site, refresh } = useLoaded((signal) => api('siteDetail', {}, signal), [])
  const [locked, run] = useRepeatGuard()
  if (!site) return null
  const offered = companyFields.flatMap((name) => {
    const field: SiteField = siteFields[name]
    const value = company[name] ?? ''
    const isFit = value !== '' && value !== site[name] && ruleFor(field).validate(value) === undefined
    return isFit && (!field.permission || may(field.permission)) ? [{ name, label: field.label, value }] : []
  })
  if (offered.length === 0) return null
  const save = async (): Promise<void> => {
    const { version: basedOn } = await api('siteDetail', {})
    const values = Object.fromEntries(offered.map(({ name, value }) => [name, value]))
    const { operation } = await api('siteUpdate', { ...values, basedOn })
    toast(messages.modified, 'good', wayBack(operation, undefined, refresh))
    await refresh()
  }
  return (
    <section className="stack tight" aria-label="老网站的公司资料">
      <h3>老网站的公司资料</h3>
      <ul className="small">
        {offered.map(({ name, label, value }) => (
          <li key={name}>
            {`${label}：${value}`}
            {site[name] && <span className="muted">{`（现在：${site[name]}）`}</span>}
          </li>
        ))}
      </ul>
      <p className="row">
        <Button disabled={locked} onClick={() => run(save)}>
          填入网站设置
        </Button>
      </p>
    </section>
  )
}
