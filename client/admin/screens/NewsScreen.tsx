export function NewsScreen(_: { active: boolean }) {
  return null
}
