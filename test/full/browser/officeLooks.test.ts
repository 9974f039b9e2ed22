import assert from 'node:assert/strict'
import { browserTest, ownServer } from '../../browser/browser.ts'
import { faultsOf, isAsked, windowOf } from '../../browser/looking.ts'
import { officeRules } from '../../browser/officeRules.ts'
import { fillOffice, nameOf, openScreen, screens } from '../../browser/screens.ts'
import { staff } from '../../browser/staff.ts'
import { allLoaded } from '../../browser/waiting.ts'

browserTest('every screen and dialog of the office keeps the rules of its look', async (t) => {
  const server = await ownServer(t)
  await fillOffice(server)
  const faults: string[] = []
  for (const device of ['office', 'officePhone'] as const) {
    const phone = device === 'officePhone'
    const { page: first } = await staff(t, '/dashboard', { server, phone, reducedMotion: 'reduce' })
    const complaints: string[] = []
    first.context().on('console', (message) => complaints.push(`${message.page()?.url()}: ${message.text()}`))
    first.context().on('weberror', (error) => complaints.push(error.error().message))
    const named = officeRules.flatMap((rule) => rule[device]?.[0].split(' ') ?? []).filter((path) => path !== '*')
    const missing = [...new Set(named)].filter((path) => phone || !screens.some((screen) => nameOf(screen) === path))
    for (const screen of [...(phone ? [] : screens), ...missing.map((path) => ({ path }))]) {
      // What is open or typed in one is not found again in another.
      const page = await first.context().newPage()
      await page.setViewportSize(windowOf(device))
      await openScreen(page, screen)
      await allLoaded(page)
      const name = nameOf(screen)
      faults.push(
        ...(await faultsOf(
          page,
          device,
          name,
          officeRules.filter((rule) => isAsked(rule, device, name)),
        )),
      )
      await page.close()
    }
    assert.deepEqual(
      complaints.filter((line) => !line.includes('Autofocus processing was blocked')),
      [],
    )
  }
  assert.deepEqual(faults, [])
})
