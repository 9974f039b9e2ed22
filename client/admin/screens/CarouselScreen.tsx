export function CarouselScreen(_: { active: boolean }) {
  return null
}
