import type { Locator } from 'playwright-core'
import { plainPng } from '../uploads/pictures.ts'

// What the tests share in which an owner makes the starter site another company's.

/** Numbers the texts and pictures of the new company, so that each is found again. */
let made = 0
export const nextNumber = (): number => ++made
export const nextText = (): string => `海右${nextNumber()}号`
export const nextPicture = (): { name: string; mimeType: string; buffer: Buffer } => ({
  name: `海右${nextNumber()}.png`,
  mimeType: 'image/png',
  buffer: plainPng(lastWidth(), 200, [made % 256, 90, 120]),
})
/** Of the last picture. Its address contains it. */
export const lastWidth = (): number => 300 + made

/** Counts as a person clicks: on a field before typing, three times for a file (the button, the file, 打开), twice for a choice. */
export function owner() {
  const counted = { clicks: 0, characters: 0 }
  const count = async (clicks: number, act: Promise<unknown>): Promise<void> => {
    await act
    counted.clicks += clicks
  }
  return {
    counted,
    click: (target: Locator) => count(1, target.click()),
    choose: (target: Locator, label: string) => count(2, target.selectOption({ label })),
    file: (target: Locator) => count(3, target.setInputFiles(nextPicture())),
    async type(target: Locator, text: string): Promise<void> {
      counted.characters += text.length
      await count(1, target.fill(text))
    },
    /** What is known from a document is pasted. */
    paste: (target: Locator, text: string) => count(1, target.fill(text)),
  }
}
