import { useEffect, useState } from 'react'
import type { ChannelRow } from '../../../contract/channels.ts'
import { messageOf } from '../../lib/callError.ts'
import { api } from '../api.ts'
import { useTests } from './useTests.ts'

/** The channels, and their last tests. */
export function useChannels() {
  const [rows, setRows] = useState<readonly ChannelRow[]>()
  const [failure, setFailure] = useState('')

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
  return { rows, failure, load, ...useTests((channelId: string) => api('channelTest', { channelId }), load) }
}
