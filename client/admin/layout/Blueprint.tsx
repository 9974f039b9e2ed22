export function Blueprint() {
  return <div className="blueprint" aria-hidden="true" />
}
