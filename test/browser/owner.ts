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
