const columns = 10
const cell = 12

/** A hundred construction sites as a hundred plots: those already equipped are filled, the others outlined. */
export function ShareGrid({ share, label }: { share: number; label: string }) {
  const plots = Array.from({ length: 100 }, (_, index) => {
    const x = (index % columns) * cell + 1
    const y = (columns - 1 - Math.floor(index / columns)) * cell + 1
    return `M${x} ${y}h9v9h-9z`
  })
  return (
    <svg className="share-grid" viewBox="0 0 119 119" role="img" aria-label={label}>
      <path className="drawn" d={plots.slice(share).join('')} />
      <path className="built" d={plots.slice(0, share).join('')} />
    </svg>
  )
}
