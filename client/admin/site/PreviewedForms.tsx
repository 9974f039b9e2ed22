import { createContext, type FocusEvent, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { settingsFieldPath, settingsGroupPath } from '../../../contract/calls/adminPaths.ts'
import { pageOfField, type SiteGroup } from '../../../contract/site/siteFields.ts'
import { navigate } from '../ui/navigation.ts'
import { Modal } from '../ui/Modal.tsx'
import { useStable } from '../ui/useStable.ts'
import { groupOfPath } from '../../../contract/kinds/fieldPaths.ts'
import type { Unsaved } from './PreviewFoot.tsx'
import { storedPlace } from './places.ts'
import { SettingsPreview } from './SettingsPreview.tsx'

/** What a form has that is not saved. */
interface UnsavedPart extends Pick<Unsaved, 'values' | 'invalid'> {
  /** Resolves to whether it was saved. */
  save(): Promise<boolean>
}

interface PreviewContext {
  /** The preview stands beside the forms. */
  beside: boolean
  /** Where there is no room beside the forms, it is opened over them. */
  over: boolean
  show(): void
  hide(): void
  /** Undefined once everything is saved. */
  report(group: SiteGroup, part: UnsavedPart | undefined): void
  onFocus(event: FocusEvent): void
}

const Preview = createContext<PreviewContext | undefined>(undefined)

export function usePreview(): PreviewContext {
  const context = useContext(Preview)
  if (!context) throw new Error('a form of settings stands beside a preview')
  return context
}

interface Props {
  /** The group that is shown; undefined where it has no form, and so no preview. */
  group: SiteGroup | undefined
  /** Whether the field at a path is in one of these forms; the others are elsewhere. */
  has(path: string): boolean
  /** Where the form of a group is. */
  addressOf?(group: string): string
  /** The starter content is to go. */
  cleared?: boolean
  children: ReactNode
}

/** Forms of groups with one preview: it shows what is unsaved in all of them, and leads to the field of what is clicked in it. */
export function PreviewedForms({ group, has, addressOf = settingsGroupPath, cleared = false, children }: Props) {
  const beside = useWide()
  const [over, setOver] = useState(false)
  const [focused, setFocused] = useState('')
  const [parts, setParts] = useState<ReadonlyMap<string, UnsavedPart & { title: string }>>(new Map())
  const isHere = (path: string): boolean => group !== undefined && path.split('.', 1)[0]! in group.fields
  const edited = isHere(focused) ? focused : ''

  const report = useStable(({ id, title }: SiteGroup, part: UnsavedPart | undefined): void =>
    setParts((before) => {
      if (!part && !before.has(id)) return before
      const next = new Map([...before].filter(([each]) => each !== id))
      return part ? next.set(id, { ...part, title }) : next
    }),
  )
  const context = useMemo(
    (): PreviewContext => ({
      beside,
      over,
      show: () => setOver(true),
      hide: () => setOver(false),
      report,
      onFocus({ target }) {
        const path =
          target.closest('[name]')?.getAttribute('name') ??
          target.closest<HTMLElement>('[data-path]')?.dataset['path'] ??
          ''
        if (path !== '') setFocused(storedPlace(target, path))
      },
    }),
    [beside, over],
  )
  const unsaved = useMemo(
    (): Unsaved => ({
      groups: Array.from(parts, ([id, { title }]) => ({ id, title, address: addressOf(id) })),
      values: Object.assign({}, ...Array.from(parts.values(), ({ values }) => values)),
      invalid: [...parts.values()].flatMap(({ invalid }) => invalid),
      cleared,
    }),
    [parts, cleared],
  )
  /** One group after the other, each in sight, so that its questions and faults are seen. It stops at the first that is not saved. */
  const saveAll = async (): Promise<void> => {
    const { pathname } = location
    const before = group?.id ?? ''
    for (const [id, { save }] of parts) {
      navigate(addressOf(id))
      await nextFrame()
      if (await save()) continue
      setOver(false)
      return
    }
    // The last one may have led elsewhere.
    if (location.pathname === pathname) navigate(addressOf(before))
  }
  const pick = (path: string): void => {
    // It is on the page that is shown, which stays.
    setFocused(path)
    if (isHere(path)) navigate(withField(path), { replace: true })
    else navigate(settingsFieldPath(groupOfPath(path)?.id ?? '', path))
  }
  const preview = (shown: SiteGroup, onEscape?: () => void) => (
    <SettingsPreview
      {...{ unsaved, edited, has }}
      page={pageOfField(shown, edited)}
      onPick={pick}
      onSaveAll={saveAll}
      {...(onEscape && { onEscape })}
    />
  )
  return (
    <Preview value={context}>
      <div className={group ? 'settings-group stack' : 'stack'}>
        <div className="settings-forms stack">{children}</div>
        {beside && group && preview(group)}
        {over && !beside && group && (
          <Modal open tall title="预览" width="92%" onClose={() => setOver(false)}>
            {preview(group, () => setOver(false))}
          </Modal>
        )}
      </div>
    </Preview>
  )
}

/** After it the group is shown, and has run its effects. */
const nextFrame = (): Promise<unknown> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

/** The same screen at a field. */
function withField(path: string): string {
  const query = new URLSearchParams(location.search)
  query.set('field', path)
  return `${location.pathname}?${query}`
}

/** `--desktop` of the styles. */
const wideScreen = matchMedia('(min-width: 80rem)')

/** Returns whether the preview fits beside the form. */
function useWide(): boolean {
  const [wide, setWide] = useState(wideScreen.matches)
  useEffect(() => {
    const update = (): void => setWide(wideScreen.matches)
    wideScreen.addEventListener('change', update)
    return () => wideScreen.removeEventListener('change', update)
  }, [])
  return wide
}
