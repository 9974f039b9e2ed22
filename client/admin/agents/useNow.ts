import { useEffect, useState } from 'react'

/** The time, told anew every half minute while the view is on show, so that no “刚刚” grows old. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const tick = (): void => setNow(Date.now())
    tick()
    const timer = setInterval(tick, 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
