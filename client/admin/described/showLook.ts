import type { Site } from '../../../contract/entities.ts'
import { lookAddress, lookPath } from '../../../contract/look.ts'

/** Gives the office the look that was just saved: otherwise its markers would have the colour of before until it is loaded again. */
export function showLook(look: Site['look']): void {
  const before = [...document.querySelectorAll(`link[href^="${lookPath}"]`)]
  const removeOld = (): void => before.forEach((link) => link.remove())
  const address = lookAddress(look, 'office')
  if (address === undefined) return removeOld()
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address })
  // The old sheet stays until then, or the shipped colour would flash.
  link.addEventListener('load', removeOld)
  document.head.append(link)
}
