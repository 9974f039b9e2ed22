export default function DashboardScreen(_: { active: boolean }) {
  return null
}
