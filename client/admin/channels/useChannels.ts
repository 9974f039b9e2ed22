import { useEffect, useState } from 'react'
import type { ChannelRow } from '../../../contract/channels.ts'
import { messageOf } from '../../lib/callError.ts'
import { api } from '../api.ts'
import type { TestState } from './ChannelTest.tsx'

/** The channels, and their last tests since the screen was opened. */
export function useChannels() {
  const [rows, setRows] = useState<readonly ChannelRow[]>()
  const [failure, setFailure] = useState('')
  const [tests, setTests] = useState<ReadonlyMap<string, TestState>>(new Map())

  const load = async (): Promise<void> => {
    try {
      setRows(await api('channelList', {}))
      setFailure('')
    } catch (cause) {
      setFailure(messageOf(cause, '加载失败，请稍后重试'))
    }
  }
  // Inside an Activity this runs each time that the group is shown.
  useEffect(() => void load(), [])

  const setTest = (channelId: string, test: TestState): void => setTests((before) => new Map(before).set(channelId, test))
  const test = async (channelId: string): Promise<void> => {
    setTest(channelId, 'running')
    const failed = (cause: unknown): TestState => ({ ok: false, message: messageOf(cause, '测试没有完成，请稍后重试') })
    setTest(channelId, await api('channelTest', { channelId }).catch(failed))
    // A success ends the pause of a channel.
    await load()
  }
  return { rows, failure, load, tests, test }
}
