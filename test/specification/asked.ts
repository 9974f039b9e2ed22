import { once } from './once.ts'
import type { Device, World } from './world.ts'

/** What a page asks a call for when somebody comes to it from another page of the site. */
export async function askedBy(
  { seen }: World,
  path: string,
  call: string,
  from: string,
  device: Device = 'desktop',
): Promise<unknown> {
  const page = await seen(from, device)
  // The page that somebody comes from may still ask for more of its own.
  const isOfNext = (body: object): boolean => !('counts' in body)
  const asked = page.waitForRequest((request) => request.url().endsWith(call) && isOfNext(request.postDataJSON()))
  await page.locator(`a[href="${path}"]`).first().click()
  return (await asked).postDataJSON()
}

export const askedByHomeOfPhones = once((world) =>
  askedBy(world, '/mobile', '/v1/product/selectAllList', '/zhuyingyewu', 'phone'),
)
