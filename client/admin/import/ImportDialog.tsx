import { type ReactNode, useMemo, useState } from 'react'
import { csv } from '../../../contract/text/csv.ts'
import { groupCalled } from '../../../contract/kinds/groups.ts'
import { kinds } from '../../../contract/kinds/kinds.ts'
import { sampleRows } from '../../../contract/kinds/sheetColumns.ts'
import type { SheetKind } from '../../../contract/kinds/sheetKinds.ts'
import { download } from '../../lib/download.ts'
import { FormFailed } from '../form/FormFooter.tsx'
import { groupsOfSite } from '../session/session.ts'
import { Button, LinkButton } from '../ui/buttons.tsx'
import { FileButton } from '../ui/FileButton.tsx'
import { Modal } from '../ui/Modal.tsx'
import { useFileDrops } from '../ui/useFileDrops.ts'
import { ImportReport, RunButtons } from './ImportReport.tsx'
import type { Ticks } from './staged.ts'
import { groupMeant } from './groups.ts'
import { StagedList } from './StagedList.tsx'
import { type Run, useRun } from './useRun.ts'
import { keptTexts } from './pictures.ts'
import { isUsable } from './rowFiles.ts'
import { chosenFiles, SheetColumns } from './SheetColumns.tsx'
import { missingGroups, stageSheet } from './stageSheet.ts'
import { columnWords, filesBeside, fileWords } from './sheetWords.ts'
import { useSheet } from './useSheet.ts'

interface Props {
  kind: SheetKind
  /** What the dialog begins with: what was dropped on the list. */
  dropped: readonly File[]
  onClose(): void
}

const accepted = ['.xlsx', '.csv', ...chosenFiles]

/** 导入: a sheet becomes drafts. Nothing is saved before every row was shown as it will be. */
export function ImportDialog({ kind, dropped, onClose }: Props) {
  const { noun } = kinds[kind]
  const { sheet, files, isSame, reading, problem, take, paste, setHead, setUses, restart } = useSheet(kind, dropped)
  const run = useRun(kinds[kind].screen)
  /** What groups of the sheet are taken for, by their names. */
  const [groups, setGroups] = useState<ReadonlyMap<string, string>>(new Map())
  /** Rows that are new, although they look like one that is there. */
  const [asNew, setAsNew] = useState<Ticks>({})
  const [ticks, setTicks] = useState<Ticks>({})
  const [keptText] = useState(keptTexts)
  const rows = useMemo(() => {
    if (!sheet) return []
    const groupNameOf = (name: string): string => groups.get(name) ?? groupMeant(groupsOfSite(), name)
    return stageSheet({ kind, ...sheet, files, isSame, keptText, ticks, asNew, groupNameOf, groupIdOf })
  }, [sheet, files, ticks, asNew, groups])
  const ready = rows.filter(({ ticked }) => ticked)
  const drop = useFileDrops(take, { disabled: run.isOpen })
  const message = problem || run.failure

  const close = async (): Promise<void> => {
    if (await run.stop()) onClose()
  }
  const start = (): void => {
    if (ready.length > 0) void run.start({ rows: ready, lastFirst: true })
  }
  return (
    <Modal
      title={`导入${noun}`}
      width="72%"
      open
      onClose={() => void close()}
      footer={
        <Footer
          {...{ run, isChecking: sheet !== undefined, ready: ready.length }}
          onStart={start}
          onBack={restart}
          onClose={() => void close()}
        />
      }
    >
      <div className="import stack" {...drop}>
        {message !== '' && <FormFailed message={message} autoFocus={false} />}
        {!run.isOpen && !sheet && <Choosing {...{ kind, noun, files, reading, take, paste }} />}
        {!run.isOpen && sheet && (
          <StagedList
            {...{ rows, ticks }}
            unit="行"
            choiceOf={({ key, line, canBeNew }) =>
              canBeNew && (
                <label className="row">
                  <input
                    type="checkbox"
                    aria-label={`第${line}行作为新的`}
                    checked={asNew[key] ?? false}
                    onChange={({ target }) => setAsNew({ ...asNew, [key]: target.checked })}
                  />
                  作为新的
                </label>
              )
            }
            onTicks={setTicks}
          >
            <SheetColumns
              {...sheet}
              {...{ kind, files, take, groups }}
              staged={rows}
              missingGroups={missingGroups(rows, groupsOfSite())}
              onGroup={(name, group) => setGroups(new Map(groups).set(name, group))}
              onHead={setHead}
              onUses={setUses}
            />
          </StagedList>
        )}
        {run.isOpen && (
          <ImportReport {...{ run, noun }} unit="行" again="关闭以后再放入同一个表格，只导入还没有成功的。" />
        )}
      </div>
    </Modal>
  )
}

const groupIdOf = (path: string): string | undefined => groupCalled(groupsOfSite(), path)?.id

interface FooterProps {
  run: Run
  isChecking: boolean
  ready: number
  onStart(): void
  onBack(): void
  onClose(): void
}

function Footer({ run, isChecking, ready, onStart, onBack, onClose }: FooterProps): ReactNode {
  if (run.isOpen) return <RunButtons run={run} onClose={onClose} />
  if (!isChecking) return <Button onClick={onClose}>取消</Button>
  return (
    <>
      <Button onClick={onBack}>换一个表格</Button>
      <Button kind="primary" aria-disabled={ready === 0} onClick={onStart}>
        {ready === 0 ? '没有选中的' : `存为${ready}份草稿`}
      </Button>
    </>
  )
}

interface ChoosingProps {
  kind: SheetKind
  noun: string
  files: readonly File[]
  reading: boolean
  take(files: readonly File[]): void
  paste(text: string): void
}

function Choosing({ kind, noun, files, reading, take, paste }: ChoosingProps) {
  const waiting = files.filter(isUsable).length
  return (
    <div className="stack loose" aria-busy={reading}>
      <div className="material-drop message">
        {waiting > 0 && (
          <p role="status" className="strong">
            {`已放入${waiting}个文件，请再选择表格。`}
          </p>
        )}
        <p className="phone-hidden">{`把表格、${filesBeside(kind)}一起拖到这里，或者`}</p>
        <FileButton
          label={reading ? '正在读取…' : '选择表格'}
          fieldLabel="选择表格"
          accept={accepted}
          kind="primary"
          busy={reading}
          take={take}
        />
        <span className="phone-hidden">
          <FileButton label="选择文件夹" accept={[]} folder busy={reading} take={take} />
        </span>
        <LinkButton onClick={() => download(csv(sampleRows(kind)), `${noun}-示例表格.csv`)}>下载示例表格</LinkButton>
        <p className="small">{`Excel（.xlsx，图片可以在格子里）或.csv，不超过5000行。${columnWords(kind)}`}</p>
      </div>
      <label className="stack tight">
        <span className="strong">或者从Excel、WPS里复制，粘贴到这里</span>
        <textarea
          className="input"
          rows={4}
          spellCheck={false}
          onPaste={(event) => {
            const text = event.clipboardData.getData('text/plain')
            if (!/[\t\n]/.test(text)) return
            event.preventDefault()
            paste(text)
          }}
        />
      </label>
      <p className="muted small">
        {`先列出每一行${noun}会变成什么样，您确认以后才存成草稿。${fileWords(kind, noun)}同一个表格再导入一次，会修改原来的${noun}，不会多出一份。`}
      </p>
    </div>
  )
}
