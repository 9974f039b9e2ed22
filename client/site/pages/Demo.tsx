export default function Demo() {
  return <h1>Demo</h1>
}
