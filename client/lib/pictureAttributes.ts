import type { Focus } from '../../contract/calls/rules.ts'
import { pictureFacts, srcsetOf } from '../../contract/media/pictureName.ts'

interface PictureAttributes {
  srcSet?: string | undefined
  width?: number
  height?: number
  /**
   * `ae b0 c8 d1 e2 ff` of #e0812f: each digit with its place, by which tone.css colours the ground. The policy allows no style attribute.
   */
  'data-tone'?: string | undefined
}

/** `x3 y10` for a focus at 34 % and 96 %: focus.css has a rule for each tenth. */
export const focusPlace = ({ x, y }: Focus): string => `x${Math.round(x / 10)} y${Math.round(y / 10)}`

/** What the name of a picture contains: its size, variants, which come from `assetsUrl`, and average colour. Empty for any other name. */
export function pictureAttributes(src: string, assetsUrl = ''): PictureAttributes {
  const facts = pictureFacts(src)
  return facts
    ? {
        width: facts.width,
        height: facts.height,
        'data-tone': facts.color?.replace(/#(.)(.)(.)(.)(.)(.)/, 'a$1 b$2 c$3 d$4 e$5 f$6'),
        srcSet: facts.variants.length > 0 ? srcsetOf(src, facts, assetsUrl) : undefined,
      }
    : {}
}
