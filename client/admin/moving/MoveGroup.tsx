import { useMemo, useRef, useState } from 'react'
import { adminScreens } from '../../../contract/adminPaths.ts'
import { kinds } from '../../../contract/kinds.ts'
import { movedEndings, type MovedKind, type MovedSource } from '../../../contract/movedRecords.ts'
import type { OutsideAddresses } from '../../../contract/outsidePages.ts'
import { messageOf } from '../../lib/callError.ts'
import { FormFailed } from '../form/FormFooter.tsx'
import { ImportReport, RunButtons } from '../staging/ImportReport.tsx'
import { SheetProblem } from '../sheets/sheetProblem.ts'
import { StagedList } from '../staging/StagedList.tsx'
import { useRun } from '../staging/useRun.ts'
import { Button, LinkButton } from '../ui/buttons.tsx'
import { confirm } from '../ui/confirm.tsx'
import { FileButton } from '../ui/FileButton.tsx'
import { Link } from '../ui/Link.tsx'
import { useFileDrops } from '../ui/useFileDrops.ts'
import { AddressWay } from './AddressWay.tsx'
import { CompanyOffer } from './CompanyOffer.tsx'
import { ExportAll } from './ExportAll.tsx'
import { givenFiles } from './givenFiles.ts'
import { MovedColumns, MovedKindSelect } from './MovedColumns.tsx'
import { pictureFinder } from './pictures.ts'
import { readFile, readPages } from './sources.ts'
import { type Choices, type KnownRecords, loadKnown, noChoices, stageMoved, withLists } from './stageMoved.ts'

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
  const stop = async (): Promise<void> => {
    const question = '还没有传完，传完以后才存成草稿。已经传的留着：以后放入同一份文件和图片，会接着传。'
    if (await confirm(question, { ok: '停止', cancel: '继续搬' })) run.stop()
  }
  const close = (): void => {
    run.end()
    setStaged(undefined)
    setFiles([])
  }
  const message = problem || run.failure
  const { over, drop } = useFileDrops(take, { disabled: run.isOpen || reading !== '' })
  return (
    <section
      className={over ? 'settings-form import stack loose over' : 'settings-form import stack loose'}
      aria-label="搬家"
      tabIndex={-1}
      aria-busy={reading !== ''}
      {...drop}
    >
      <h2>搬家</h2>
      {message !== '' && <FormFailed message={message} autoFocus={false} />}
      {!run.isOpen && !staged && (
        <Ways
          {...{ reading, take }}
          onPages={(pages) => void read('正在读取网页', (...tools) => readPages(pages, ...tools))}
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
            <RunButtons run={run} onStop={() => void stop()} onClose={close} />
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
  onPages(pages: OutsideAddresses['addresses']): void
  onStop(): void
}

const nothingToMove =
  '这里面没有可以搬的内容。请选择老网站导出的文件（.db、.sql、.xml、.json、.zip），或者有文章（.md）的文件夹。存下来的网页（.html）读不了：老网站还能打开的话，用“一批网址”读。图片等内容列出来以后再放。'

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
  {
    name: 'Ghost',
    words:
      '后台“Settings › Import/Export”里的“Export”（旧版在Labs里）下载的.json文件。图片在content/images文件夹里，下一步再放。',
    label: '选择.json文件',
    accept: movedEndings.ghost,
  },
  {
    name: 'Halo、Hexo、Hugo',
    words:
      'Halo：后台“备份”里下载的.zip。Hexo、Hugo，和别的Markdown文章：老网站的整个文件夹，或者它的.zip，图片在里面的一起带过来。',
    label: '选择.zip文件',
    accept: ['.zip'],
    folder: true,
  },
]

/** Where the records can come from. */
function Ways({ reading, take, onPages, onStop }: WaysProps) {
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
        {systems.map(({ name, words, label, accept, folder }) => (
          <li key={name} className="boxed stack">
            <h3>{name}</h3>
            <p className="small muted">{words}</p>
            <p className="row">
              <FileButton {...{ label, accept, take }} disabled={reading !== ''} />
              {folder && <FileButton label="选择文件夹" accept={[]} folder take={take} disabled={reading !== ''} />}
            </p>
          </li>
        ))}
        <AddressWay disabled={reading !== ''} onPages={onPages} />
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
