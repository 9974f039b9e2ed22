import { useEffect, useState } from 'react'

/** `--desktop` of the styles. */
const wideScreen = matchMedia('(min-width: 80rem)')

/** Whether the preview fits beside the form. */
export function useWide(): boolean {
  const [wide, setWide] = useState(wideScreen.matches)
  useEffect(() => {
    const update = (): void => setWide(wideScreen.matches)
    wideScreen.addEventListener('change', update)
    return () => wideScreen.removeEventListener('change', update)
  }, [])
  return wide
}
