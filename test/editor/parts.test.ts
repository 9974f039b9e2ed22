import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { limits, messages, tooLarge } from '../../contract/rules.ts'
import { rootOf } from './dom.ts'

const { findMarkers, removeMarkers } = await import('../../client/editor/text/selectionMarkers.ts')
const { parseLinkAddress } = await import('../../client/editor/ui/prompts.ts')
const { statusAt } = await import('../../client/editor/text/status.ts')
const { pictureTypeError } = await import('../../client/lib/pictureErrors.ts')
const { createUploads, isTooLarge } = await import('../../client/editor/uploads.ts')
type Sending = import('../../client/editor/uploads.ts').UploadState

describe('pictures', () => {
  test('are jpg or png; for the format of iPhones the message says what to change', () => {
    const errorOf = (name: string, type: string): string | undefined => pictureTypeError({ name, type })
    assert.equal(errorOf('a.png', 'image/png'), undefined)
    assert.equal(errorOf('a.JPG', ''), undefined)
    assert.equal(errorOf('a.gif', 'image/gif'), messages.pictureOnly)
    assert.equal(errorOf('a.png', 'text/html'), messages.pictureOnly)
    for (const [name, type] of [['a.HEIC', ''], ['a', 'image/heic'], ['a.heif', 'image/heif']] as const) assert.match(errorOf(name, type) ?? '', /^只能上传jpg\/png文件！.*兼容性最佳/)
  })

  const turns = async (): Promise<void> => {
    for (let i = 0; i < 10; i++) await new Promise((resolve) => setImmediate(resolve))
  }
  const setup = (answers: (() => Promise<string>)[]) => {
    const root = rootOf('<p>一</p>')
    const emitted: (readonly Sending[])[] = []
    const words: string[] = []
    let signal: AbortSignal | undefined
    const uploads = createUploads({
      upload: async (file, onProgress, given, onShrunk) => {
        signal = given
        onProgress(0.5)
        if (file.size >= limits.imageUnder) onShrunk(500_000)
        return (answers.shift() ?? (async () => '/uploads/quill/a.png'))()
      },
      find: (id) => [...root.querySelectorAll('img')].filter((image) => image.getAttribute('data-upload') === id),
      applyChange: (change) => change(),
      onChange: (sending) => void emitted.push(sending),
      notify: (message) => void words.push(message),
    })
    const show = (size = 1): string => {
      const { id, address } = uploads.register(new File([new Uint8Array(size)], 'a.png', { type: 'image/png' }))
      const image = document.createElement('img')
      image.setAttribute('src', address)
      image.setAttribute('data-upload', id)
      root.append(image)
      return id
    }
    return { root, uploads, emitted, words, show, aborted: () => signal?.aborted, src: () => root.querySelector('img')?.getAttribute('src') }
  }

  test('get their address after the upload, also in a snapshot restored later', async () => {
    const { root, uploads, emitted, show, src } = setup([])
    const id = show()
    const before = root.innerHTML
    await uploads.send(id)
    assert.equal(src(), '/uploads/quill/a.png')
    assert.deepEqual(emitted.map((all) => all.map(({ share }) => share)), [[0], [0.5], []])
    root.innerHTML = before
    uploads.reapply()
    assert.equal(root.querySelector('[data-upload]'), null)
    assert.equal(src(), '/uploads/quill/a.png')
    uploads.destroy()
  })

  test('that failed say why, can be tried again or given up', async () => {
    const fail = async (): Promise<string> => Promise.reject(new Error('网络连接失败'))
    const { root, uploads, emitted, show, src } = setup([fail, async () => '/b.png', fail])
    await uploads.send(show())
    assert.equal(emitted.at(-1)?.[0]?.error, '网络连接失败')
    assert.ok(src()?.startsWith('blob:'))
    uploads.retry()
    await turns()
    assert.equal(src(), '/b.png')
    assert.deepEqual(emitted.at(-1), [])
    await uploads.send(show())
    uploads.discardFailed()
    assert.equal(root.querySelectorAll('img').length, 1)
    assert.deepEqual(emitted.at(-1), [])
    uploads.destroy()
  })

  test('that are too large are sent only on request, made smaller, with a message about their size', async () => {
    const { uploads, emitted, words, show, src, aborted } = setup([])
    await uploads.send(show(limits.imageUnder))
    assert.equal(emitted.at(-1)?.[0]?.error, tooLarge.quill)
    assert.equal(emitted.at(-1)?.every(isTooLarge), true)
    assert.equal(aborted(), undefined, 'nothing was sent')
    uploads.retry()
    await turns()
    assert.equal(src(), '/uploads/quill/a.png')
    assert.deepEqual(words, ['已压缩：2 MB → 488 KB'])
    assert.deepEqual(emitted.at(-1), [])
    uploads.destroy()
  })

  test('are aborted when the editor unmounts', async () => {
    let arrive = (_: string): void => {}
    const { uploads, show, src, aborted } = setup([() => new Promise((resolve) => void (arrive = resolve))])
    void uploads.send(show())
    uploads.destroy()
    arrive('/late.png')
    await turns()
    assert.equal(aborted(), true)
    assert.ok(src()?.startsWith('blob:'))
  })
})

test('the scheme of an address may be left out', () => {
  const inputs: Record<string, string | undefined> = {
    'www.example.com/a': 'https://www.example.com/a',
    'example.com.cn': 'https://example.com.cn',
    'https://a.example': 'https://a.example',
    '/product?productId=1': '/product?productId=1',
    'service@example.com': 'mailto:service@example.com',
    '13800138000': 'tel:13800138000',
    '0533-0000000': 'tel:0533-0000000',
    '400-000-0000': 'tel:400-000-0000',
    'javascript:alert(1)': undefined,
    '': undefined,
  }
  for (const [text, address] of Object.entries(inputs)) assert.equal(parseLinkAddress(` ${text} `), address, text)
})

describe('what the toolbar shows', () => {
  const at = (marked: string) => {
    const root = rootOf(marked)
    const markers = findMarkers(root)
    assert.ok(markers)
    return statusAt(root, removeMarkers(markers))
  }

  test('at a caret: the marks of the text before it', () => {
    const { marks, colour, block, align, link } = at('<h2 class="align-center"><a href="/a"><strong><span class="color-red">红|</span></strong></a></h2>')
    assert.deepEqual([[...marks].sort(), colour, block, align, link?.getAttribute('href')], [['a', 'strong'], 'color-red', 'h2', 'align-center', '/a'])
  })

  test('for a selection: the marks that all of it has', () => {
    assert.deepEqual([...at('<p>[一<strong>二]</strong></p>').marks], [])
    assert.deepEqual([...at('<p>一<strong>[二</strong><em><strong>三]</strong></em></p>').marks], ['strong'])
  })

  test('where it is: in which list, quote, table', () => {
    const inside = at('<blockquote><ol><li>一|</li></ol></blockquote>')
    assert.deepEqual([inside.list, inside.quote, inside.table], ['ol', true, undefined])
    assert.equal(at('<table><tbody><tr><td>|</td></tr></tbody></table>').table?.localName, 'table')
  })

  test('and which picture alone is selected', () => {
    assert.equal(at('<p>[<img src="/a.png">]</p>').media?.getAttribute('src'), '/a.png')
    assert.equal(at('<p>[一<img src="/a.png">]</p>').media, undefined)
    assert.equal(at('<p>|<img src="/a.png"></p>').media, undefined)
  })
})
