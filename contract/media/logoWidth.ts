import { pictureFacts } from './pictureName.ts'

/** How wide a logo of this height is: a wordmark has the room of its shape, up to six times its height. */
export function logoWidth(address: string, height: number): number {
  const facts = pictureFacts(address)
  return Math.round(height * Math.min(6, Math.max(1, facts ? facts.width / facts.height : 1)))
}
