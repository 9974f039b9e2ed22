import { hold } from '../browser/waiting.ts'
import { form as formAt } from './office.ts'
import { once } from './once.ts'
import type { Device, World } from './world.ts'

/** What one sees of a form while an application is sent, once at first and once again. */
interface SentApplication {
  /** What the form says when the first call has no answer for 49,999 ms, and a millisecond later; '' is nothing. */
  before50s: string
  at50s: string
  /** Where the second one went, and with what. */
  path: string
  body: Record<string, unknown>
  /** What it says when the call has succeeded. */
  message: string
  /** Whether the button is disabled 999 ms after the click, and 1,000 ms. */
  lockedAt999: boolean
  lockedAt1000: boolean
}

const forms = {
  desktop: { path: '/dljm', company: 'agentInfo', person: 'agentName', phone: '13900000301' },
  phone: { path: '/dailijiameng', company: 'companyName', person: 'clientName', phone: '13900000302' },
} as const

const sent = { desktop: once((world) => send(world, 'desktop')), phone: once((world) => send(world, 'phone')) }
export const sentApplication = (world: World, device: Device): Promise<SentApplication> => sent[device](world)

/** The form of a device, on a page whose clock only the row moves. */
export async function openForm(world: World, device: Device) {
  const page = await formAt(world, forms[device].path)
  const form = page.locator('form.apply')
  const field = (name: 'company' | 'person' | 'phone') =>
    form.locator(`[name=${name === 'phone' ? name : forms[device][name]}]`)
  return { page, form, field }
}

async function send(world: World, device: Device): Promise<SentApplication> {
  const { page, form, field } = await openForm(world, device)
  const phone = forms[device].phone
  await field('company').fill('走一遍的公司')
  await field('person').fill('走先生')
  await field('phone').fill(phone)
  const button = form.locator('button[type=submit]')
  const words = async (): Promise<string> => (await form.locator('[role=alert]').allInnerTexts()).join()

  const call = /\/(agent|allianceRest)\//
  const release = await hold(page, call)
  const asked = page.waitForRequest(call)
  await button.click()
  await asked
  await page.clock.runFor(49_999)
  const before50s = await words()
  await page.clock.runFor(1)
  await form.locator('[role=alert]').waitFor()
  const at50s = await words()
  await page.unroute(call)
  release()
  await page.clock.runFor(1000)

  world.t.after(async () => {
    const { data } = (await world.asStaff('/v1/agent/list', { kind: 'all', word: phone })).data
    const agentIds = data.map(({ agentId }: { agentId: string }) => agentId)
    await world.asStaff('/v1/agent/deleteAgent', { agentIds })
  })
  const second = page.waitForRequest((request) => request.method() === 'POST')
  await button.click()
  const request = await second
  await form.locator('[role=status]').filter({ hasText: /./ }).waitFor()
  const message = await form.locator('[role=status]').innerText()
  await page.clock.runFor(999)
  const lockedAt999 = await button.isDisabled()
  await page.clock.runFor(1)
  const lockedAt1000 = await button.isDisabled()
  const path = new URL(request.url()).pathname
  return { before50s, at50s, path, body: request.postDataJSON(), message, lockedAt999, lockedAt1000 }
}
