import type { Points } from './selectionMarkers.ts'
import { childIn } from './nodes.ts'
import { grown } from './read.ts'
import { tidyBlocks } from './normalizeContent.ts'
import { drafted, type KeptText, written } from './write.ts'

interface Facts {
  written?: string
  drafted?: string
  count?: number
}

/**
 * What follows from the content, block by block, each kept until its block changes: in an article of 100,000 characters a key changes
 * one block of a thousand, and writing all of them anew took longer than a frame.
 */
export function createContentCache(root: HTMLElement) {
  const facts = new WeakMap<Node, Facts>()
  /** The blocks that have changed since they were tidied. */
  const changed = new Set<Node>()

  const invalidate = (block: Node): void => {
    facts.delete(block)
    changed.add(block)
  }
  const onRecords = (records: readonly MutationRecord[]): void => {
    for (const { target, addedNodes } of records) {
      if (target === root) addedNodes.forEach(invalidate)
      else {
        // By now it may have been taken out; whoever held it has a record of that.
        const block = childIn(root, target)
        if (block) invalidate(block)
      }
    }
  }
  const observer = new MutationObserver(onRecords)
  observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true })
  const update = (): void => onRecords(observer.takeRecords())

  function factsOf(block: Node): Facts {
    let known = facts.get(block)
    if (!known) facts.set(block, (known = {}))
    return known
  }
  const kept =
    (name: 'written' | 'drafted'): KeptText =>
    (block, make) =>
      (factsOf(block)[name] ??= make())

  return {
    written(): string {
      update()
      return written(root, kept('written'))
    },
    drafted(points?: Points): string {
      update()
      return drafted(root, points, kept('drafted'))
    },
    /** Code points without white space, as people count characters. */
    count(): number {
      update()
      let count = 0
      for (let block = root.firstChild; block; block = block.nextSibling) count += factsOf(block).count ??= [...(block.textContent ?? '').replace(/\s+/g, '')].length
      return count
    },
    /** Makes the content what a draft says. Blocks that it shares with the draft at both ends stay, so their pictures do not load again. */
    restore(draft: string): void {
      this.drafted()
      const blocks = [...root.childNodes]
      const textAt = (index: number): string => factsOf(blocks[index] as ChildNode).drafted ?? ''
      let [first, last] = [0, blocks.length]
      let [from, to] = [0, draft.length]
      for (let text; first < last && (text = textAt(first)) !== '' && draft.startsWith(text, from); first++) from += text.length
      for (let text; last > first && (text = textAt(last - 1)) !== '' && to - text.length >= from && draft.endsWith(text, to); last--) to -= text.length
      for (const block of blocks.slice(first, last)) block.remove()
      root.insertBefore(grown(draft.slice(from, to)), blocks[last] ?? null)
    },
    tidy(): void {
      update()
      tidyBlocks(root, changed)
      update()
      changed.clear()
    },
    destroy: () => observer.disconnect(),
  }
}
