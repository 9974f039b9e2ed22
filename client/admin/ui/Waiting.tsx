/** Bars where content will be; the style sheet shows them only when it takes longer than 200 ms. */
export function Waiting() {
  return (
    <div className="waiting" role="status">
      <span className="visually-hidden">正在加载…</span>
      <i className="ghost" />
      <i className="ghost" />
      <i className="ghost" />
      <i className="ghost" />
    </div>
  )
}
