import { childContaining, isBlock } from './nodes.ts'
import { ensureLastLine, normalizeBlock, normalizeContent } from './normalizeContent.ts'
import { fragmentOf } from './read.ts'
import type { Points } from './selectionMarkers.ts'
import { snapshot, type CacheBlock, serialize, type ContentSnapshot } from './write.ts'

interface CachedBlock {
  html?: string
  snapshot?: string
  count?: number
}

/**
 * Serializes and counts block by block and caches the results until a block changes: in an article of 100,000 characters a keystroke
 * changes one block of a thousand, and serializing all of them takes longer than a frame.
 */
export function createContentCache(root: HTMLElement) {
  const cache = new WeakMap<Node, CachedBlock>()
  /** The blocks that have changed since they were normalized. */
  const changed = new Set<Node>()

  const invalidate = (block: Node): void => {
    cache.delete(block)
    changed.add(block)
  }
  const update = observeBlocks(root, invalidate)

  function cachedBlock(block: Node): CachedBlock {
    let cached = cache.get(block)
    if (!cached) cache.set(block, (cached = {}))
    return cached
  }
  const cachedAs =
    (name: 'html' | 'snapshot'): CacheBlock =>
    (block, make) =>
      (cachedBlock(block)[name] ??= make())

  function takeSnapshot(points?: Points): ContentSnapshot {
    update()
    return snapshot(root, points, cachedAs('snapshot'))
  }

  return {
    snapshot: takeSnapshot,
    serialize(): string {
      update()
      return serialize(root, cachedAs('html'))
    },
    /** Code points without white space, as people count characters. */
    count(): number {
      update()
      let count = 0
      for (let block = root.firstChild; block; block = block.nextSibling) {
        count += cachedBlock(block).count ??= [...(block.textContent ?? '').replace(/\s+/g, '')].length
      }
      return count
    },
    restore: (old: ContentSnapshot): void => replaceBlocks(root, takeSnapshot(), old),
    normalize(): void {
      update()
      for (const block of [...changed]) normalizeBlock(root, block)
      update()
      // Every node added to the root is in `changed`, so the others need no check.
      if ([...changed].some((node) => node.parentNode === root && !isBlock(node))) normalizeContent(root)
      else ensureLastLine(root)
      update()
      changed.clear()
    },
  }
}

/** Calls `onChange` with each block that was changed or added. Returns a function that does so at once for what was not noticed yet. */
function observeBlocks(root: HTMLElement, onChange: (block: Node) => void): () => void {
  const onRecords = (records: readonly MutationRecord[]): void => {
    for (const { target, addedNodes } of records) {
      // None if it has been removed since; its former parent has a record of that.
      const block = childContaining(root, target)
      if (target === root) addedNodes.forEach(onChange)
      else if (block) onChange(block)
    }
  }
  const observer = new MutationObserver(onRecords)
  observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true })
  return () => onRecords(observer.takeRecords())
}

/** Keeps the blocks that the snapshots share at both ends, so that their pictures do not load again. */
function replaceBlocks(root: HTMLElement, now: ContentSnapshot, old: ContentSnapshot): void {
  const blocks = [...root.childNodes]
  let first = 0
  let last = now.length
  let oldLast = old.length
  while (first < last && first < oldLast && now[first] === old[first]) first++
  while (last > first && oldLast > first && now[last - 1] === old[oldLast - 1]) {
    last--
    oldLast--
  }
  for (const block of blocks.slice(first, last)) block.remove()
  root.insertBefore(fragmentOf(old.slice(first, oldLast).join('')), blocks[last] ?? null)
}
