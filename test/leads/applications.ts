import type { TestServer } from '../server.ts'

export const desktop = { agentInfo: '齐鲁样例建材有限公司', agentName: '王工', phone: '13800000001' }
/** Two calls accept an application. */
export const calls = ['/v1/agent/saveAgent', '/allianceRest/insert'] as const
/** What staff see of the applications. */
export const list = async (server: TestServer, query: object = {}) => {
  const { data } = await server.post('/v1/agent/list', { kind: 'all', ...query }, { headers: await server.signIn() })
  return data
}
