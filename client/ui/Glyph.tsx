/** An icon drawn from a path. Hidden from screen readers: the words beside it or the label of its button say the same. */
export function Glyph({ path }: { path: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  )
}
