const rows = 5
const cells = (from: number, to: number): string => {
  let path = ''
  for (let n = from; n < to; n++) path += `M${Math.floor(n / rows) * 10 + 1} ${(n % rows) * 10 + 1}h8v8h-8z`
  return path
}

/** A hundred construction sites, those equipped lit. The words beside it say the same. */
export function Hundred({ share }: { share: number }) {
  const lit = Math.min(100, Math.max(0, Math.round(share)))
  return (
    <svg className="phone-hundred" viewBox={`0 0 ${1000 / rows} ${rows * 10}`} aria-hidden="true">
      <path d={cells(0, lit)} />
      <path d={cells(lit, 100)} />
    </svg>
  )
}
