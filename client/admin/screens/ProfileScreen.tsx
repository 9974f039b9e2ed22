export default function ProfileScreen(_: { active: boolean }) {
  return null
}
