import { pictureFacts, srcsetOf } from '../../contract/pictureName.ts'

interface Drawn {
  srcSet?: string | undefined
  width?: number
  height?: number
  /** `e-8-f` of #e0812f: the first digit of each channel, by which tone.css colours the ground. The policy allows no style attribute. */
  'data-tone'?: string | undefined
}

/** What the element of a picture bears when its name says more of it; nothing when the name says nothing. */
export function drawnPicture(src: string): Drawn {
  const facts = pictureFacts(src)
  return facts
    ? {
        width: facts.width,
        height: facts.height,
        'data-tone': facts.color?.replace(/#(.).(.).(.)./, '$1-$2-$3'),
        srcSet: facts.variants.length > 0 ? srcsetOf(src, facts) : undefined,
      }
    : {}
}
