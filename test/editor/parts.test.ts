import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { limits, messages, tooLarge } from '../../contract/calls/rules.ts'
import { rootOf } from './dom.ts'

const { findMarkers, removeMarkers } = await import('../../client/editor/text/selectionMarkers.ts')
const { parseLinkAddress } = await import('../../client/editor/ui/prompts.ts')
const { statusAt } = await import('../../client/editor/text/status.ts')
const { CallError } = await import('../../client/lib/callError.ts')
const { pictureTypeError } = await import('../../client/lib/pictureErrors.ts')
const { createTextUploads } = await import('../../client/editor/uploads.ts')
const { createUploadQueue } = await import('../../client/lib/uploads.ts')
type Target = import('../../client/lib/uploads.ts').Target

describe('pictures', () => {
  test('are jpg or png; for the format of iPhones the message says what to change', () => {
    const errorOf = (name: string, type: string): string | undefined => pictureTypeError({ name, type })
    assert.equal(errorOf('a.png', 'image/png'), undefined)
    assert.equal(errorOf('a.JPG', ''), undefined)
    assert.equal(errorOf('a.gif', 'image/gif'), messages.pictureOnly)
    assert.equal(errorOf('a.png', 'text/html'), messages.pictureOnly)
    for (const [name, type] of [
      ['a.HEIC', ''],
      ['a', 'image/heic'],
      ['a.heif', 'image/heif'],
    ] as const) {
      assert.match(errorOf(name, type) ?? '', /^只能上传jpg\/png文件！.*兼容性最佳/)
    }
  })

  const turns = async (): Promise<void> => {
    for (let i = 0; i < 10; i++) await new Promise((resolve) => setImmediate(resolve))
  }
  const setup = (answers: (() => Promise<string>)[]) => {
    const root = rootOf('<p>一</p>')
    const words: string[] = []
    let signal: AbortSignal | undefined
    const store = createUploadQueue()
    const target = {
      form: 'news/1',
      field: 'newInfo',
      sender: {
        queue: 'pictures',
        refusal: () => undefined,
        under: limits.imageUnder,
        tooLarge: tooLarge.quill,
        async send(file, hooks) {
          signal = hooks.signal
          hooks.onProgress(0.5)
          if (file.size >= limits.imageUnder) hooks.onShrunk(500_000)
          return { address: await (answers.shift() ?? (async () => '/uploads/quill/a.png'))() }
        },
      },
    } satisfies Target
    const text = createTextUploads({
      uploads: store,
      target,
      find: (id) => [...root.querySelectorAll('img')].filter((image) => image.getAttribute('data-upload') === id),
      applyChange: (change) => change(),
      notify: (message) => void words.push(message),
    })
    const show = (size = 1): void => {
      const { id, address } = text.add(new File([new Uint8Array(size)], 'a.png', { type: 'image/png' }))
      const image = document.createElement('img')
      image.setAttribute('src', address)
      image.setAttribute('data-upload', id)
      root.append(image)
      text.refresh()
    }
    return {
      root,
      store,
      text,
      words,
      show,
      missing: () => store.missing('news/1'),
      aborted: () => signal?.aborted,
      src: () => root.querySelector('img')?.getAttribute('src'),
    }
  }

  test('get their address after the upload, also in a snapshot restored later', async () => {
    const { root, store, text, show, src } = setup([])
    show()
    assert.equal(store.isRunning('news/1'), true)
    const before = root.innerHTML
    await turns()
    assert.equal(src(), '/uploads/quill/a.png')
    assert.equal(store.isRunning('news/1'), false)
    root.innerHTML = before
    text.reapply()
    assert.equal(root.querySelector('[data-upload]'), null)
    assert.equal(src(), '/uploads/quill/a.png')
  })

  test('that failed say why, can be tried again or given up', async () => {
    const fail = async (): Promise<string> => Promise.reject(new CallError(0, '网络连接失败'))
    const { root, store, text, show, missing, src } = setup([fail, async () => '/b.png', fail])
    show()
    await turns()
    assert.equal(store.all()[0]?.error, '网络连接失败')
    assert.deepEqual([missing(), root.querySelectorAll('[data-failed]').length], [1, 1])
    assert.ok(src()?.startsWith('blob:'))
    text.retry()
    await turns()
    assert.equal(src(), '/b.png')
    assert.equal(missing(), 0)
    show()
    await turns()
    assert.equal(missing(), 1)
    text.discardFailed()
    assert.equal(root.querySelectorAll('img').length, 1)
    assert.equal(missing(), 0)
  })

  test('that failed are missing only while the text contains them: a deletion can be undone', async () => {
    const { root, text, show, missing } = setup([async () => Promise.reject(new CallError(0, '网络连接失败'))])
    show()
    await turns()
    const image = root.querySelector('img') ?? assert.fail()
    image.remove()
    text.refresh()
    assert.equal(missing(), 0)
    root.append(image)
    text.refresh()
    assert.equal(missing(), 1)
  })

  test('that are too large are sent only on request, made smaller, with a message about their size', async () => {
    const { store, text, words, show, missing, src, aborted } = setup([])
    show(limits.imageUnder)
    assert.deepEqual(
      store.all().map(({ error, remedy }) => [error, remedy]),
      [[tooLarge.quill, 'shrink']],
    )
    assert.equal(aborted(), undefined, 'nothing was sent')
    text.retry()
    await turns()
    assert.equal(src(), '/uploads/quill/a.png')
    assert.deepEqual(words, ['已压缩：2 MB → 488 KB'])
    assert.equal(missing(), 0)
  })

  test('are aborted when their form is closed', async () => {
    let arrive = (_: string): void => {}
    const { store, show, src, aborted } = setup([() => new Promise((resolve) => void (arrive = resolve))])
    show()
    store.removeAll('news/1')
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
    const { marks, colour, block, align, link } = at(
      '<h2 class="align-center"><a href="/a"><strong><span class="color-red">红|</span></strong></a></h2>',
    )
    assert.deepEqual(
      [[...marks].sort(), colour, block, align, link?.getAttribute('href')],
      [['a', 'strong'], 'color-red', 'h2', 'align-center', '/a'],
    )
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
