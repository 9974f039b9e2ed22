import { limits, messages } from '../../contract/rules.ts'
import { CallError } from '../lib/callError.ts'
import { pictureTypeFault } from '../lib/pictureTypeFault.ts'
import { insertBlocks } from './text/blocks.ts'
import type { Command } from './text/selectionMarkers.ts'
import { insertContent, insertText } from './text/insert.ts'
import { picture } from './text/media.ts'
import { within } from './text/nodes.ts'
import { countPlaceholders } from './text/placeholders.ts'
import { nodeAt } from './text/status.ts'
import type { Surface } from './surface.ts'
import type { createUploads } from './uploads.ts'

export type ConvertMarkdown = (text: string) => Promise<string>

interface Hooks {
  surface: Surface
  uploads: ReturnType<typeof createUploads>
  markdown: ConvertMarkdown
  say(words: string): void
  /** The text just pasted looks like Markdown; `convert` makes it one. */
  offer(convert: (() => void) | undefined): void
}

export type Intake = ReturnType<typeof createIntake>

/** Fetched while the first words are written: none of it is needed to begin. */
const cleaning = () => import('./paste/cleanPaste.ts')

/** What comes from outside: pasted, dropped, chosen from the disk. */
export function createIntake({ surface, uploads, markdown, say, offer }: Hooks) {
  setTimeout(() => void cleaning().catch(() => {}), 1500)

  /** The draft that the offer is about. */
  let offered: string | undefined
  const withdraw = (): void => {
    offered = undefined
    offer(undefined)
  }

  type Run = (command: Command) => void
  async function put(source: { html: string } | { markdown: string }, run: Run, rtf = '', spot = spotOf(surface)): Promise<void> {
    try {
      const { cleanPaste, picturesOfRtf, withoutPreface } = await cleaning()
      const held: string[] = []
      const hold = (file: File): { id: string; address: string } => {
        const taken = uploads.hold(file)
        held.push(taken.id)
        return taken
      }
      const html = 'html' in source ? source.html : await markdown(withoutPreface(source.markdown))
      const content = cleanPaste(html, { hold, pictures: rtf ? picturesOfRtf(rtf) : [], origin: location.origin })
      const lost = countPlaceholders(content)
      const foreign = content.querySelectorAll('img[src^="https:"]').length
      if (surface.root !== spot.startContainer && surface.root.contains(spot.startContainer)) surface.goTo(spot)
      run(insertContent(content))
      surface.reveal()
      for (const id of held) void uploads.send(id)
      if (lost > 0) say(`有${lost}处图片或视频未能粘贴，已用红字标出，请重新插入`)
      else if (foreign > 0) say(`有${foreign}张图片引自其他网站，对方可能限制引用，建议另存后重新上传`)
    } catch (error) {
      say(error instanceof CallError ? error.message : '粘贴未能完成，请检查网络后重试')
      if (!(error instanceof CallError)) throw error
    }
  }

  async function putText(text: string): Promise<void> {
    const { startContainer, startOffset } = surface.here()
    if (within(surface.root, nodeAt(startContainer, startOffset), 'pre')) return surface.run(insertText(text.replace(/\r\n?/g, '\n')))
    const spot = spotOf(surface)
    const { htmlOfText, looksLikeMarkdown } = await cleaning()
    const before = surface.draft()
    await put({ html: htmlOfText(text) }, surface.run, '', spot)
    if (!looksLikeMarkdown(text)) return
    const after = surface.draft()
    offered = after
    offer(() => {
      withdraw()
      surface.focus()
      void put({ markdown: text }, (command) => {
        // Something may have been done while the answer was on its way.
        if (surface.isAt(after)) surface.instead(before, command)
      })
    })
  }

  function putPictures(files: readonly File[]): void {
    const fine = files.filter((file) => {
      const fault = pictureTypeFault(file)
      if (fault) say(fault)
      return fault === undefined
    })
    if (fine.length === 0) return
    const held = fine.map((file) => uploads.hold(file))
    const blocks = held.map(({ id, address }) => {
      const block = picture(address)
      block.firstElementChild?.setAttribute('data-upload', id)
      return block
    })
    surface.run(insertBlocks(...blocks))
    surface.reveal()
    for (const { id } of held) void uploads.send(id)
  }

  async function putFiles(files: readonly File[]): Promise<void> {
    const texts = files.filter(({ name }) => /\.(md|markdown)$/i.test(name))
    const others = files.filter((file) => !texts.includes(file))
    if (others.length > 0) putPictures(others)
    const spot = spotOf(surface)
    for (const [at, file] of texts.entries()) {
      // Far too large a file is not even read.
      if (file.size > limits.markdown) say(messages.markdownTooLarge)
      else await put({ markdown: await file.text() }, surface.run, '', at === 0 ? spot : undefined)
    }
  }

  function take(data: DataTransfer): void {
    withdraw()
    const html = data.getData('text/html')
    const text = data.getData('text/plain')
    const files = [...data.files]
    // Office programs add a picture of the text to the text; a picture copied from a page comes as its address and as itself.
    if (html.trim() && !(files.length > 0 && isOnePicture(html))) void put({ html }, surface.run, data.getData('text/rtf'))
    else if (files.length > 0) void putFiles(files)
    else if (text) void putText(text)
  }

  return {
    take,
    putFiles,
    /** An offer stands only as long as nothing else has been done. */
    review(): void {
      if (offered !== undefined && !surface.isAt(offered)) withdraw()
    },
  }
}

/** Where the selection is. As a range it goes along with what is written meanwhile, and what comes late still comes to where it was meant. */
function spotOf(surface: Surface): Range {
  const { startContainer, startOffset, endContainer, endOffset } = surface.here()
  const range = document.createRange()
  range.setStart(startContainer, startOffset)
  range.setEnd(endContainer, endOffset)
  return range
}

/** Whether HTML is one picture and no word, as when a picture is copied from a page. */
export const isOnePicture = (html: string): boolean =>
  html.match(/<img\b/gi)?.length === 1 && /^\s*$/.test(html.replace(/<!--[\s\S]*?-->|<(style|title)\b[\s\S]*?<\/\1>|<[^>]*>|&nbsp;/gi, ''))
