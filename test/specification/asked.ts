import { once } from './once.ts'
import type { World } from './world.ts'

/** What a page asks a call for when somebody comes to it from another page of the site. */
export async function askedBy(
  { visit }: World,
  path: string,
  call: string,
  from: string,
  phone = false,
): Promise<unknown> {
  const { page } = await visit(from, { phone })
  const asked = page.waitForRequest(`**${call}`)
  await page.locator(`a[href="${path}"]`).first().click()
  return (await asked).postDataJSON()
}

export const askedByHomeOfPhones = once((world) =>
  askedBy(world, '/mobile', '/v1/product/selectAllList', '/zhuyingyewu', true),
)
