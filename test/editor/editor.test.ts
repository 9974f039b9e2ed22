import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { FetchPictures } from '../../client/editor/outsidePictures.ts'
import { CallError } from '../../client/lib/callError.ts'
import { act, click, draw, find, press } from '../client/page.ts'

const view = document.defaultView as unknown as { DOMParser: typeof DOMParser; getSelection: typeof getSelection }
const before = { DOMParser: globalThis.DOMParser, getSelection: globalThis.getSelection }
Object.assign(globalThis, { DOMParser: view.DOMParser, getSelection: view.getSelection.bind(view) })
after(() => Object.assign(globalThis, before))
const { createElement, useState } = await import('react')
const { Editor } = await import('../../client/editor/Editor.tsx')
const { createUploadQueue } = await import('../../client/lib/uploads.ts')

const uploads = createUploadQueue()
const target = {
  form: 'news/1',
  field: 'newInfo',
  sender: {
    queue: 'pictures' as const,
    refusal: () => undefined,
    under: Infinity,
    send: async () => ({ address: '/uploads/quill/a.png' }),
  },
}

async function mountEditor(initial: string, more: { disabled?: boolean; fetchPictures?: FetchPictures } = {}) {
  const emitted: string[] = []
  let set = (_: string): void => {}
  const Form = () => {
    const [value, setValue] = useState(initial)
    set = setValue
    const onChange = (html: string): void => {
      emitted.push(html)
      setValue(html)
    }
    return createElement(Editor, {
      value,
      onChange,
      uploads,
      target,
      markdown: async (text) => text,
      pick: async () => undefined,
      fetchPictures: async () => [],
      label: '正文',
      onPreview() {},
      ...more,
    })
  }
  const box = await draw(createElement(Form))
  const paper = find(box, '[role=textbox]')
  const select = (from: number, to: number): Promise<void> =>
    act(async () => {
      const text = paper.querySelector('p')?.firstChild
      if (text) getSelection()?.setBaseAndExtent(text, from, text, to)
      document.dispatchEvent(new Event('selectionchange'))
    })
  const tool = (name: string): HTMLElement => find(box, `[role=toolbar] [aria-label="${name}"]`)
  return { box, paper, emitted, select, tool, set: (html: string) => act(async () => set(html)) }
}

test('shows its value and emits nothing before an edit', async () => {
  const { box, paper, emitted } = await mountEditor('<p>一二三</p>')
  assert.equal(paper.innerHTML, '<p>一二三</p>')
  assert.deepEqual(
    [paper.getAttribute('aria-label'), paper.getAttribute('contenteditable'), paper.className],
    ['正文', 'true', 'rich'],
  )
  assert.deepEqual(emitted, [])
  assert.equal(find(box, '.editor-count').textContent, '3 字')
})

test('a tool changes the selection, is shown as pressed, and is undone', async () => {
  const { paper, emitted, select, tool } = await mountEditor('<p>一二三</p>')
  await select(1, 2)
  assert.deepEqual(
    [tool('加粗').getAttribute('aria-pressed'), tool('撤销').getAttribute('aria-disabled')],
    ['false', 'true'],
  )
  await click(tool('加粗'))
  assert.deepEqual(emitted, ['<p>一<strong>二</strong>三</p>'])
  assert.equal(tool('加粗').getAttribute('aria-pressed'), 'true')
  await click(tool('撤销'))
  assert.equal(paper.innerHTML, '<p>一二三</p>')
  assert.equal(emitted.at(-1), '<p>一二三</p>')
  await press(paper, 'y', { ctrlKey: true })
  assert.equal(emitted.at(-1), '<p>一<strong>二</strong>三</p>')
})

test('keys do nothing while an input method composes', async () => {
  const { paper, emitted, select } = await mountEditor('<p>一二三</p>')
  await select(0, 2)
  await press(paper, 'b', { ctrlKey: true, isComposing: true })
  await press(paper, 'b', { ctrlKey: true, keyCode: 229 })
  await act(async () => void paper.dispatchEvent(new Event('compositionstart')))
  await press(paper, 'b', { ctrlKey: true })
  assert.deepEqual(emitted, [])
})

test('loads a new value with an empty history, and ignores the value that it has emitted itself', async () => {
  const { paper, emitted, select, tool, set } = await mountEditor('<p>一</p>')
  await select(0, 1)
  await click(tool('加粗'))
  const line = paper.firstElementChild
  await set('<p><strong>一</strong></p>')
  assert.equal(paper.firstElementChild, line)
  await set('<p>外<script>alert(1)</script></p>')
  assert.equal(paper.innerHTML, '<p>外</p>')
  assert.equal(tool('撤销').getAttribute('aria-disabled'), 'true')
  assert.equal(emitted.length, 1)
})

test('the toolbar is one tab stop, and the arrows move between its tools', async () => {
  const { box, tool } = await mountEditor('')
  const all = [...box.querySelectorAll<HTMLElement>('[data-tool]')]
  assert.deepEqual(
    all.filter(({ tabIndex }) => tabIndex === 0),
    [tool('撤销')],
  )
  for (const one of all) assert.ok(one.getAttribute('aria-label') && one.getAttribute('title'), one.outerHTML)
  await act(async () => tool('撤销').focus())
  await press(tool('撤销'), 'ArrowLeft')
  assert.equal(document.activeElement, all.at(-1))
  assert.deepEqual(
    all.filter(({ tabIndex }) => tabIndex === 0),
    all.slice(-1),
  )
  await press(all.at(-1) as HTMLElement, 'Home')
  assert.equal(document.activeElement, tool('撤销'))
  await press(tool('撤销'), 'ArrowLeft', { altKey: true })
  assert.equal(document.activeElement, tool('撤销'), 'Alt and an arrow are Back')
})

test('a menu shows the active choice, and works with arrows and Escape', async () => {
  const { box, emitted, select } = await mountEditor('<p>一</p>')
  await select(0, 1)
  const button = find(box, '[aria-haspopup=menu]')
  assert.equal(button.getAttribute('aria-label'), '段落样式：正文')
  await click(button)
  const items = [...box.querySelectorAll<HTMLElement>('[role=menuitemradio]')]
  assert.deepEqual(
    [
      items.map(({ textContent }) => textContent).join(),
      items.findIndex((item) => item.getAttribute('aria-checked') === 'true'),
    ],
    ['正文,标题一,标题二,标题三,标题四,代码块', 0],
  )
  assert.equal(document.activeElement, items[0])
  await press(items[0] as HTMLElement, 'ArrowDown')
  assert.equal(document.activeElement, items[1])
  await press(items[1] as HTMLElement, 'Escape')
  assert.deepEqual([box.querySelector('[role=menu]'), document.activeElement], [null, button])
  await click(button)
  await click(find(box, '.as-h2'))
  assert.deepEqual(emitted, ['<h2>一</h2>'])
  assert.equal(button.getAttribute('aria-label'), '段落样式：标题二')
})

test('disabled from the start, it shows the content without a toolbar', async () => {
  const { box, paper } = await mountEditor('<p>一</p>', { disabled: true })
  assert.deepEqual(
    [box.querySelector('[role=toolbar]'), paper.getAttribute('contenteditable'), paper.innerHTML],
    [null, 'false', '<p>一</p>'],
  )
})

test('a video is named as one, in its tools and when it cannot be loaded', async () => {
  const { box, paper } = await mountEditor('<p><video src="/video/a.mp4" preload="metadata" controls=""></video></p>')
  const video = find(paper, 'video')
  await click(video)
  assert.ok(box.querySelector('[role=toolbar][aria-label=视频]'))
  await act(async () => void video.dispatchEvent(new Event('error')))
  assert.match(find(box, '[role=status]').textContent ?? '', /^视频无法播放：\/video\/a\.mp4/)
})

const outsideText =
  '<p>文<img src="https://mmbiz.qpic.cn/a/640"><img src="https://b.example/b.png" width="20" height="10"></p>'

test('a text with pictures of other sites says so when it is opened, and one click stores them as one step', async () => {
  const asked: string[][] = []
  const stored = `/uploads/quill/${'a'.repeat(32)}.60x40.jpg`
  const fetchPictures: FetchPictures = async (addresses) => {
    asked.push(addresses)
    return addresses.map((address) => ({ address, url: stored }))
  }
  const { box, emitted, tool } = await mountEditor(outsideText, { fetchPictures })
  const notice = (): string => find(box, '[role=status]').textContent ?? ''
  assert.equal(notice(), '正文里有 2 张站外图片，可能无法显示存到本站')
  await click(find(box, '[role=status] button'))
  assert.deepEqual(asked, [['https://mmbiz.qpic.cn/a/640', 'https://b.example/b.png']])
  // A size that somebody has chosen stays.
  assert.deepEqual(emitted, [
    `<p>文<img src="${stored}" width="60" height="40"><img src="${stored}" width="20" height="10"></p>`,
  ])
  assert.equal(notice(), '')
  await click(tool('撤销'))
  assert.equal(emitted.at(-1), outsideText)
  assert.equal(notice(), '正文里有 2 张站外图片，可能无法显示存到本站')
})

test('pictures that could not be stored say why and can be tried again; a text that is only viewed has no button', async () => {
  let tries = 0
  const fetchPictures: FetchPictures = async (addresses) => {
    if (++tries === 1) throw new CallError(507, '服务器存储空间不足')
    return addresses.map((address) => ({ address, reason: address.includes('640') ? '超时' : '不是图片' }))
  }
  const { box, paper, emitted } = await mountEditor(outsideText, { fetchPictures })
  const notice = (): string => find(box, '[role=status]').textContent ?? ''
  await click(find(box, '[role=status] button'))
  assert.equal(notice(), '有 2 张站外图片没能存到本站：服务器存储空间不足重试')
  await click(find(box, '[role=status] button'))
  assert.equal(notice(), '有 2 张站外图片没能存到本站：超时 1 张、不是图片 1 张重试')
  assert.equal(paper.querySelectorAll('img[data-failed]').length, 2)
  assert.deepEqual(emitted, [])

  const viewed = await mountEditor(outsideText, { disabled: true })
  assert.equal(find(viewed.box, '[role=status]').textContent, '正文里有 2 张站外图片，可能无法显示')
})
