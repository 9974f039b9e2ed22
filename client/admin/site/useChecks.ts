import { messageOf } from '../../lib/callError.ts'
import { api } from '../api.ts'
import { useLoaded } from '../ui/useLoaded.ts'

export const useChecks = () =>
  useLoaded((signal) => api('checkList', {}, signal), [], { messageFor: (cause) => messageOf(cause, '检查没有完成，请稍后重试') })
