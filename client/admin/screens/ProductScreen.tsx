export function ProductScreen(_: { active: boolean }) {
  return null
}
