import { type RefCallback, useCallback, useState } from 'react'
import { listen } from '../lib/listen.ts'

/**
 * The addresses of pictures whose files are missing, as far as known: a picture further on is fetched later. The ref is for the element with
 * the pictures.
 */
export function useMissingPictures(): [readonly string[], RefCallback<HTMLElement>] {
  const [missing, setMissing] = useState<readonly string[]>([])
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return
    // Marked by client/lib/entry.ts, which hears of an error first.
    const find = (): void => {
      const addresses = Array.from(
        element.querySelectorAll('img[data-missing]'),
        (picture) => picture.getAttribute('src') ?? '',
      )
      if (addresses.length > 0) setMissing((known) => [...known, ...addresses])
    }
    find()
    return listen(element, { error: find }, { capture: true })
  }, [])
  return [missing, watch]
}
