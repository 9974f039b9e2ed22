import type { KindName } from '../../contract/kinds/kinds.ts'

/** A tab that has not been heard of for so long is closed. */
const closedMs = 75_000
/** Staff open a few forms each; what is beyond belongs to nobody. */
const maxEditors = 2000

interface Editor {
  userId: string
  name: string
  record: string
  at: number
}

/** Who has which record open in a form, by their tabs. Each server knows its own, and forgets them when it stops: it is only a hint. */
export function createEditors(now: () => number) {
  const editors = new Map<string, Editor>()

  const forgetClosed = (): void => {
    for (const [tab, { at }] of editors) if (at < now() - closedMs) editors.delete(tab)
  }

  return {
    /** Says that a tab has the record open, and who else has: by name, and '' for another tab of the same person. */
    open(kind: KindName, id: string, tab: string, user: { id: string; name: string }): string[] {
      forgetClosed()
      const record = `${kind}/${id}`
      const key = `${user.id}/${tab}`
      if (editors.has(key) || editors.size < maxEditors)
        editors.set(key, { userId: user.id, name: user.name, record, at: now() })
      const others = [...editors].filter(([other, editor]) => other !== key && editor.record === record)
      return [...new Set(others.map(([, { userId, name }]) => (userId === user.id ? '' : name)))]
    },
    close(tab: string, user: { id: string }): string[] {
      editors.delete(`${user.id}/${tab}`)
      return []
    },
  }
}
