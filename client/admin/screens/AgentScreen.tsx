export default function AgentScreen(_: { active: boolean }) {
  return null
}
