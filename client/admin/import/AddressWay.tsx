import { useRef, useState } from 'react'
import { grouped } from '../../../contract/kinds/grouped.ts'
import { readableAddress } from '../../../contract/calls/redirects.ts'
import type { Operation } from '../../../contract/calls/operations.ts'
import { limits } from '../../../contract/calls/rules.ts'
import { messageOf } from '../../lib/callError.ts'
import { api } from '../session/api.ts'
import { user } from '../session/session.ts'
import { Button, LinkButton } from '../ui/buttons.tsx'
import { toggled } from '../ui/DataTable.tsx'
import { TextArea } from '../ui/fields.tsx'
import { useLoaded } from '../ui/useLoaded.ts'
import { findPages, folderOf, type FoundPages, type Listing, startReading } from './sources.ts'

interface Props {
  disabled: boolean
  /** Pages are read, or were. */
  onReading(operation: Operation): void
}

/** Any site: by the address of its sitemap or of one of its pages, or by a list of addresses. */
export function AddressWay({ disabled, onReading }: Props) {
  const [typed, setTyped] = useState('')
  const [listed, setListed] = useState<FoundPages>()
  const [off, setOff] = useState<ReadonlySet<string>>(new Set())
  const [error, setError] = useState<string>()
  /** How far the lists are looked through, while they are. */
  const [listing, setListing] = useState<Listing>()
  const controller = useRef(new AbortController())
  const { data: operations } = useLoaded(
    (signal) => api('operationList', { page: 1, limit: limits.listLimit }, signal),
    [],
  )
  const last = operations?.data.find(({ what, by }) => what === 'read' && by === user.peek()?.name)
  const lines = typed.split(/\s+/).filter((line) => line !== '')

  const list = async (): Promise<void> => {
    if (lines.length === 0) return setError('请填写网址')
    controller.current = new AbortController()
    setError(undefined)
    setListing({ lists: 0, pages: 0 })
    try {
      const reply = await findPages(lines.map(withScheme), controller.current.signal, setListing)
      if (reply.addresses.length === 0) setError(['没有找到网页', ...reply.notes].join('；'))
      else setListed(reply)
    } catch (cause) {
      setError(messageOf(cause, '没有读成，请重试'))
    } finally {
      setListing(undefined)
    }
  }
  const chosen = (listed?.addresses ?? []).filter(({ address }) => !off.has(folderOf(address)))
  return (
    <li className="boxed stack">
      <h3>一批网址</h3>
      {listed === undefined && (
        <>
          <TextArea
            label="老网站的网址"
            name="addresses"
            rows={3}
            value={typed}
            onChange={setTyped}
            error={error}
            hint="填网站、站点地图（sitemap.xml）或栏目列表的网址，列出里面的网页，列表会一页一页看到底；可以一行一个填几个列表。"
          />
          <p className="row">
            <Button disabled={disabled} busy={listing !== undefined} onClick={() => void list()}>
              列出网页
            </Button>
            {lines.length > 1 && listing === undefined && (
              <Button
                disabled={disabled}
                onClick={() =>
                  setListed({ addresses: lines.map((line) => ({ address: withScheme(line), date: '' })), notes: [] })
                }
              >
                {`就读这${lines.length}个网页`}
              </Button>
            )}
          </p>
          {last && !disabled && (
            <p className="row">
              <LinkButton onClick={() => onReading(last)}>{`打开上次读的${last.total}个网页`}</LinkButton>
            </p>
          )}
          {listing !== undefined && (
            <p className="row">
              <span role="status">{`已看${listing.lists}页，找到${listing.pages}个网页`}</span>
              <LinkButton onClick={() => controller.current.abort()}>停止</LinkButton>
            </p>
          )}
        </>
      )}
      {listed !== undefined && (
        <>
          <Folders {...{ listed, off }} onOff={setOff} />
          <p className="row">
            <Button onClick={() => setListed(undefined)}>换一个网址</Button>
            <Button
              kind="primary"
              disabled={disabled || chosen.length === 0}
              onClick={() => void startReading(chosen).then((begun) => begun && onReading(begun))}
            >
              {`读取${chosen.length}个网页`}
            </Button>
          </p>
        </>
      )}
    </li>
  )
}

const withScheme = (address: string): string => (/^https?:\/\//i.test(address) ? address : `http://${address}`)

interface FoldersProps {
  listed: FoundPages
  /** The folders whose pages are not read. */
  off: ReadonlySet<string>
  onOff(off: ReadonlySet<string>): void
}

/** The addresses by their folders, which is how sites keep their sorts of pages apart. */
function Folders({ listed: { addresses, notes }, off, onOff }: FoldersProps) {
  const folders = grouped(addresses, ({ address }) => [folderOf(address)])
  return (
    <>
      {notes.map((note) => (
        <p key={note} className="small muted">
          {note}
        </p>
      ))}
      <ul className="stack tight move-folders scroll" aria-label="要读取的网页">
        {[...folders].map(([folder, [first, ...others]]) => (
          <li key={folder}>
            <label className="row">
              <input type="checkbox" checked={!off.has(folder)} onChange={() => onOff(toggled(off, folder))} />
              <span className="fill">
                {folder}
                <small className="muted">{` ${others.length + 1}个，如${readableAddress(first?.address ?? '')}`}</small>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </>
  )
}
