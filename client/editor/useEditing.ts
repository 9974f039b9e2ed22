import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { heedClipboard } from './clipboard.ts'
import { type ConvertMarkdown, createIntake, type Intake } from './importer.ts'
import { heedKeys, selectNode } from './keyboard.ts'
import { isMedia, type Media } from './text/nodes.ts'
import { placeholderAround } from './text/placeholders.ts'
import { createSurface, type State, type Surface } from './surface.ts'
import { createUploads, type Sending, type Upload } from './uploads.ts'

export interface EditingProps {
  value: string
  onChange(html: string): void
  upload: Upload
  /** What Markdown means, as HTML that is not yet cleaned. */
  markdown: ConvertMarkdown
  /** How many pictures did not get through: what is saved now would lack them. */
  onMissing?(pictures: number): void
}

interface Works {
  surface: Surface
  intake: Intake
  uploads: ReturnType<typeof createUploads>
}

export interface Editing extends Partial<Works> {
  state: State | undefined
  count: number
  sending: readonly Sending[]
  notice: string
  say(words: string): void
  /** Makes the text just pasted what its Markdown means, while that is on offer. */
  convert: (() => void) | undefined
}

/** Puts the editing to work on an element for as long as it is there. */
export function useEditing(root: RefObject<HTMLElement | null>, props: EditingProps, acts: { askLink(surface: Surface): void; toToolbar(surface: Surface): void }): Editing {
  const latest = useRef({ props, acts })
  const [works, setWorks] = useState<Works>()
  const [sending, setSending] = useState<readonly Sending[]>([])
  const [notice, say] = useState('')
  const [offer, setOffer] = useState<{ convert: (() => void) | undefined }>({ convert: undefined })
  useEffect(() => {
    latest.current = { props, acts }
  })

  useEffect(() => {
    const box = root.current
    if (!box) return
    const find = (id: string): HTMLImageElement[] => [...box.querySelectorAll<HTMLImageElement>('img[data-upload]')].filter((image) => image.dataset.upload === id)
    const surface: Surface = createSurface(box, {
      changed: (html) => latest.current.props.onChange(html),
      edited() {
        uploads.look()
        intake.review()
      },
      revived: () => uploads.revive(),
    })
    const uploads = createUploads({
      upload: (...sent) => latest.current.props.upload(...sent),
      find,
      arrived: surface.touch,
      heard(next) {
        setSending(next)
        latest.current.props.onMissing?.(next.filter(({ fault }) => fault !== undefined).length)
      },
      say,
    })
    const markdown: ConvertMarkdown = (text) => latest.current.props.markdown(text)
    const intake = createIntake({ surface, uploads, markdown, say, offer: (convert) => setOffer({ convert }) })
    surface.load(latest.current.props.value)
    setWorks({ surface, intake, uploads })

    const onClick = (event: MouseEvent): void => {
      const lost = placeholderAround(event.target as Node)
      if (lost && getSelection()?.isCollapsed) surface.enter(lost)
      if (!isMedia(event.target as Node)) return
      // A film would play, and a picture take no selection.
      event.preventDefault()
      selectNode(surface, event.target as Media)
    }
    const onError = (event: Event): void => {
      const { target } = event
      if (isMedia(target as Node) && !(target as Media).hasAttribute('data-upload')) say(`图片无法显示：${(target as Media).getAttribute('src') ?? ''}`)
    }
    box.addEventListener('click', onClick)
    box.addEventListener('error', onError, true)
    const ends = [
      heedKeys(surface, { askLink: () => latest.current.acts.askLink(surface), toToolbar: () => latest.current.acts.toToolbar(surface) }),
      heedClipboard(surface, intake),
      uploads.destroy,
      surface.destroy,
    ]
    return () => {
      box.removeEventListener('click', onClick)
      box.removeEventListener('error', onError, true)
      for (const end of ends) end()
    }
  }, [root])

  useEffect(() => works?.surface.load(props.value), [works, props.value])
  const state = useSyncExternalStore(works?.surface.subscribe ?? never, works?.surface.state ?? nothing, nothing)
  const count = useSyncExternalStore(works?.surface.subscribe ?? never, works?.surface.count ?? zero, zero)
  return { ...works, state, count, sending, notice, say, convert: offer.convert }
}

const never = () => () => {}
const nothing = (): undefined => undefined
const zero = (): number => 0
