import { insertBlocks } from './blocks.ts'
import type { Command } from './edges.ts'
import { insertContent, insertText } from './insert.ts'
import { picture } from './media.ts'
import { within } from './nodes.ts'
import { cleanPaste, isOnePicture } from './paste.ts'
import { picturesOfRtf } from './pasteOffice.ts'
import { htmlOfMarkdown, htmlOfText, looksLikeMarkdown } from './pasteText.ts'
import { nodeAt } from './status.ts'
import type { Surface } from './surface.ts'
import { type createUploads, pictureFault } from './uploads.ts'

interface Hooks {
  surface: Surface
  uploads: ReturnType<typeof createUploads>
  say(words: string): void
  /** The text just pasted looks like Markdown; `convert` makes it one. */
  offer(convert: (() => void) | undefined): void
}

export type Intake = ReturnType<typeof createIntake>

/** What comes from outside: pasted, dropped, chosen from the disk. */
export function createIntake({ surface, uploads, say, offer }: Hooks) {
  const world = (rtf = '') => {
    const held: string[] = []
    const hold = (file: File): { id: string; address: string } => {
      const taken = uploads.hold(file)
      held.push(taken.id)
      return taken
    }
    return { hold, held, pictures: rtf ? picturesOfRtf(rtf) : [], origin: location.origin }
  }

  function putHtml(html: string, run: (command: Command) => void, rtf = ''): void {
    const from = world(rtf)
    const content = cleanPaste(html, from)
    const [lost, foreign] = [content.textContent?.match(/【(图片|视频|音频)未能粘贴/g)?.length ?? 0, content.querySelectorAll('img[src^="https:"]').length]
    run(insertContent(content))
    surface.reveal()
    for (const id of from.held) void uploads.send(id)
    if (lost > 0) say(`有${lost}处图片或视频未能粘贴，已用红字标出，请重新插入`)
    else if (foreign > 0) say(`有${foreign}张图片引自其他网站，对方可能限制引用，建议另存后重新上传`)
  }

  function putText(text: string): void {
    const { startContainer, startOffset } = surface.here()
    if (within(surface.root, nodeAt(startContainer, startOffset), 'pre')) return surface.run(insertText(text.replace(/\r\n?/g, '\n')))
    const before = surface.draft()
    putHtml(htmlOfText(text), surface.run)
    if (looksLikeMarkdown(text)) {
      const after = surface.draft()
      offer(() => {
        // Only as long as nothing else has been done.
        if (surface.isAt(after)) void putMarkdown(text, (command) => surface.instead(before, command))
        offer(undefined)
      })
    }
  }

  async function putMarkdown(text: string, run: (command: Command) => void = surface.run): Promise<void> {
    try {
      putHtml(await htmlOfMarkdown(text), run)
    } catch {
      say('Markdown 转换失败，请检查网络后重试')
    }
  }

  function putPictures(files: readonly File[]): void {
    const fine = files.filter((file) => {
      const fault = pictureFault(file)
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
    for (const file of texts) await putMarkdown(await file.text())
  }

  function take(data: DataTransfer): void {
    offer(undefined)
    const html = data.getData('text/html')
    const text = data.getData('text/plain')
    const files = [...data.files]
    // Office programs add a picture of the text to the text; a picture copied from a page comes as its address and as itself.
    if (html.trim() && !(files.length > 0 && isOnePicture(html))) putHtml(html, surface.run, data.getData('text/rtf'))
    else if (files.length > 0) void putFiles(files)
    else if (text) putText(text)
  }

  return { take, putFiles }
}
