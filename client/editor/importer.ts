import type { MediaRow } from '../../contract/media/media.ts'
import type { MediaCategory } from '../../contract/media/mediaTypes.ts'
import { limits, messages } from '../../contract/calls/rules.ts'
import { CallError } from '../lib/callError.ts'
import { pictureTypeError } from '../lib/pictureErrors.ts'
import { cleanPaste } from './paste/cleanPaste.ts'
import { picturesFromRtf } from './paste/office.ts'
import { htmlOfText, looksLikeMarkdown, withoutFrontMatter } from './paste/plainText.ts'
import type { Surface } from './surface.ts'
import { insertBlocks } from './text/blocks.ts'
import { insertContent, insertText } from './text/insert.ts'
import { createDocument, createPicture, createVideo } from './text/media.ts'
import { closestWithin } from './text/nodes.ts'
import { countPlaceholders } from './text/placeholders.ts'
import type { Command } from './text/selectionMarkers.ts'
import { nodeAt } from './text/status.ts'
import type { ContentSnapshot } from './text/write.ts'
import { setPicture, type TextUploads } from './uploads.ts'

export type ConvertMarkdown = (text: string) => Promise<string>

/** A picture, film or document that was uploaded before. */
/** Resolves to undefined when nothing was chosen. */
export type PickMedia = (type: MediaCategory) => Promise<MediaRow | undefined>

interface ImporterParts {
  surface: Surface
  uploads: TextUploads
  markdown: ConvertMarkdown
  pick: PickMedia
  notify(message: string): void
  /** The text just pasted looks like Markdown; `convert` formats it. */
  offer(convert: (() => void) | undefined): void
}

interface InsertOptions {
  /** Runs the command; by default as one step that can be undone. */
  run?: (command: Command) => void
  rtf?: string
  /** The place of the insertion; by default the selection. */
  range?: Range | undefined
}

export type Importer = ReturnType<typeof createImporter>

/** Inserts what comes from outside: pasted, dropped, or chosen from the disk or the media library. */
export function createImporter(parts: ImporterParts) {
  const { surface, pick, notify, offer } = parts
  const offers = createOffers(surface, offer)
  const { insertSource, reportFailure } = createSourceInserter(parts)

  async function insertPlainText(text: string): Promise<void> {
    const { startContainer, startOffset } = surface.points()
    if (closestWithin(surface.root, nodeAt(startContainer, startOffset), 'pre')) {
      return surface.run(insertText(text.replace(/\r\n?/g, '\n')))
    }
    const range = currentRange(surface)
    const before = surface.snapshot()
    await insertSource({ html: htmlOfText(text) }, { range })
    if (!looksLikeMarkdown(text)) return
    const after = surface.snapshot()
    offers.make(after, () => {
      // The content may have changed before the answer came.
      const run = (command: Command): void => {
        if (surface.isUnchangedSince(after)) surface.replaceFrom(before, command)
      }
      void reportFailure(insertSource({ markdown: text }, { run }))
    })
  }

  async function insertFromLibrary(type: MediaCategory): Promise<void> {
    const picked = await pick(type)
    if (!picked) return
    surface.focus()
    surface.run(insertBlocks(blockOf(type, picked)))
    surface.scrollIntoView()
  }

  const insertMarkdownFile = async (file: File, range: Range | undefined): Promise<void> =>
    insertSource({ markdown: await file.text() }, { range })

  async function insertFiles(files: readonly File[]): Promise<void> {
    const texts = files.filter(({ name }) => /\.(md|markdown)$/i.test(name))
    const others = files.filter((file) => !texts.includes(file))
    if (others.length > 0) insertPictures(others, parts)
    let range: Range | undefined = currentRange(surface)
    for (const file of texts) {
      // A file that is far too large is not even read.
      if (file.size > limits.markdown) notify(messages.markdownTooLarge)
      else await reportFailure(insertMarkdownFile(file, range))
      range = undefined
    }
  }

  function insertTransfer(data: DataTransfer): void {
    offers.withdraw()
    const html = data.getData('text/html')
    const text = data.getData('text/plain')
    const files = [...data.files]
    // Office programs add a picture of the text to the text; a picture copied from a page comes as its address and as a file.
    if (html.trim() && !(files.length > 0 && isOnePicture(html)))
      void reportFailure(insertSource({ html }, { rtf: data.getData('text/rtf') }))
    else if (files.length > 0) void insertFiles(files)
    else if (text) void reportFailure(insertPlainText(text))
  }

  return { insertTransfer, insertFiles, insertFromLibrary, withdrawOutdatedOffer: offers.withdrawIfOutdated }
}

/** Cleans what was written elsewhere, and inserts it. */
function createSourceInserter({ surface, uploads, markdown, notify }: ImporterParts) {
  async function insertSource(
    source: { html: string } | { markdown: string },
    { run = (command) => surface.run(command), rtf = '', range = currentRange(surface) }: InsertOptions = {},
  ): Promise<void> {
    const html = 'html' in source ? source.html : await markdown(withoutFrontMatter(source.markdown))
    const content = cleanPaste(html, {
      register: uploads.add,
      pictures: rtf ? picturesFromRtf(rtf) : [],
      origin: location.origin,
    })
    const lossMessage = messageAboutPictures(content)
    if (surface.root !== range.startContainer && surface.root.contains(range.startContainer))
      surface.selectWithoutFocus(range)
    run(insertContent(content))
    surface.scrollIntoView()
    if (lossMessage) notify(lossMessage)
  }

  /** Nothing shows that an insertion has failed, so a notice does. */
  async function reportFailure(insertion: Promise<void>): Promise<void> {
    try {
      await insertion
    } catch (error) {
      notify(error instanceof CallError ? error.message : '粘贴未能完成，请检查网络后重试')
      if (!(error instanceof CallError)) throw error
    }
  }

  return { insertSource, reportFailure }
}

function insertPictures(files: readonly File[], { surface, uploads, notify }: ImporterParts): void {
  const accepted = files.filter((file) => {
    const reason = pictureTypeError(file)
    if (reason) notify(reason)
    return reason === undefined
  })
  if (accepted.length === 0) return
  const blocks = accepted.map((file) => {
    const { id, address } = uploads.add(file)
    const block = createPicture(address)
    block.firstElementChild?.setAttribute('data-upload', id)
    return block
  })
  surface.run(insertBlocks(...blocks))
  surface.scrollIntoView()
}

function blockOf(type: MediaCategory, picked: MediaRow): HTMLElement {
  const { address, poster, alt, name, bytes } = picked
  if (type === 'film') return createVideo(address, poster)
  if (type === 'document') return createDocument(address, name, bytes)
  const block = createPicture(address, alt)
  if (block.firstElementChild) setPicture(block.firstElementChild, picked)
  return block
}

/** Offers to format pasted Markdown, until the content changes. */
function createOffers(surface: Surface, offer: ImporterParts['offer']) {
  let offeredFor: ContentSnapshot | undefined
  const withdraw = (): void => {
    offeredFor = undefined
    offer(undefined)
  }
  return {
    withdraw,
    make(snapshot: ContentSnapshot, accept: () => void): void {
      offeredFor = snapshot
      offer(() => {
        withdraw()
        surface.focus()
        accept()
      })
    },
    withdrawIfOutdated(): void {
      if (offeredFor && !surface.isUnchangedSince(offeredFor)) withdraw()
    },
  }
}

function messageAboutPictures(content: DocumentFragment): string | undefined {
  const lost = countPlaceholders(content)
  return lost > 0 ? `有${lost}处图片或视频未能粘贴，已用红字标出，请重新插入` : undefined
}

/** A range moves along with the text around it, so that a late paste is inserted where the caret was. */
function currentRange(surface: Surface): Range {
  const { startContainer, startOffset, endContainer, endOffset } = surface.points()
  const range = document.createRange()
  range.setStart(startContainer, startOffset)
  range.setEnd(endContainer, endOffset)
  return range
}

/** Whether HTML is one picture and no text, as when a picture is copied from a page. */
export const isOnePicture = (html: string): boolean =>
  html.match(/<img\b/gi)?.length === 1 &&
  /^\s*$/.test(html.replace(/<!--[\s\S]*?(?:-->|$)|<(style|title)\b[\s\S]*?(?:<\/\1>|$)|<[^>]*(?:>|$)|&nbsp;/gi, ''))
