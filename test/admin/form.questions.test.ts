import assert from 'node:assert/strict'
import { test } from 'node:test'
import { act, click, draw, find } from '../client/page.ts'

const { createElement, useRef } = await import('react')
const { useForm } = await import('../../client/admin/form/useForm.ts')
const { useFormActions } = await import('../../client/admin/form/useFormActions.tsx')
const { dialogOf } = await import('../../client/admin/records/recordScreen.tsx')

/** What a form of a product is refused for before it is sent, and before anything is asked. */
const invalid = {
  jumpUrl: 'no address',
  createDate: '去年',
  unpublishAt: '明天',
  unpublishTo: 'https://www.example.com/',
  specs: [{ term: '', value: '1' }],
}

test('what is invalid is shown before a publication asks anything', async () => {
  const kind = dialogOf('product', {})
  for (const [field, value] of Object.entries(invalid)) {
    let asked = 0
    let used: ReturnType<typeof useForm> | undefined
    const Held = () => {
      const element = useRef<HTMLFormElement>(null)
      const form = useForm('/AdminProduct', 'record', { ...kind, name: 'product/new', id: '' })
      used = form
      const question = async () => ++asked === 0
      const { display } = kind
      const { save } = useFormActions({ form, element, display, disabled: false, question, onSaved: () => undefined })
      return createElement('button', { onClick: () => save('publish') })
    }
    const box = await draw(createElement(Held))
    await act(async () => used?.set(field, value))
    await click(find(box, 'button'))
    assert.deepEqual([field, Object.keys(used?.view.peek().errors ?? {}), asked], [field, [field], 0])
    await act(async () => used?.set(field, kind.empty[field]))
    await click(find(box, 'button'))
    assert.equal(asked, 1, `${field} is right`)
    used?.end()
  }
})
