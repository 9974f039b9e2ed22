/** Waits for what another process is about to do. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; !(await condition()); ) {
    if (Date.now() > end) throw new Error(`it did not happen: ${condition.toString()}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
