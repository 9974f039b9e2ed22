import { useState } from 'react'
import { messageOf } from '../../lib/callError.ts'
import type { TestState } from './ChannelTest.tsx'

/** The last tests since the screen was opened, by what they are of. */
export function useTests<K extends string>(send: (key: K) => Promise<{ ok: boolean; message: string }>, reload: () => Promise<void>) {
  const [tests, setTests] = useState<ReadonlyMap<K, TestState>>(new Map())
  const setTest = (key: K, test: TestState): void => setTests((before) => new Map(before).set(key, test))
  const test = async (key: K): Promise<void> => {
    setTest(key, 'running')
    const failed = (cause: unknown): TestState => ({ ok: false, message: messageOf(cause, '测试没有完成，请稍后重试') })
    setTest(key, await send(key).catch(failed))
    // A success ends a pause.
    await reload()
  }
  return { tests, test }
}
