import { settingsFieldPath } from '../../../contract/adminPaths.ts'
import type { InputOf } from '../../../contract/calls.ts'
import { type WeChatDetail, weChatForm } from '../../../contract/weChat.ts'
import { api } from '../api.ts'
import { Button } from '../ui/buttons.tsx'
import { Link } from '../ui/Link.tsx'
import { attempt, toast } from '../ui/Toast.tsx'
import { useLoaded } from '../ui/useLoaded.ts'
import { AccountForm } from './AccountForm.tsx'
import { ChannelNote, ServiceCard, ServiceSection, useTests } from './ServiceCard.tsx'

/** 微信分享: the official account that signs what visitors send in WeChat. */
export function WeChatGroup() {
  const loaded = useLoaded((signal) => api('weChatDetail', {}, signal), [])
  const { data: detail, refresh } = loaded
  const { tests, test } = useTests((_account: 'wechat') => api('weChatTest', {}), refresh)
  const checked = tests.get('wechat')
  const isChecking = checked === 'running'
  const check = (): void => void test('wechat')
  const save = async (sent: InputOf<'weChatSave'>): Promise<void> => {
    await api('weChatSave', sent)
    toast('保存成功！')
    await refresh()
  }
  return (
    <ServiceSection
      title="微信分享"
      path="wechat"
      lead="在微信里打开的网页，转发给好友、发到朋友圈时，显示这一页的标题、说明和图片。需要公司自己的、已认证的公众号；网页会在微信里从微信的服务器加载一个脚本，请在隐私说明里写明。"
      loaded={loaded}
    >
      {detail?.problem !== undefined && !detail.on && <ChannelNote words={`还不能使用：${detail.problem}。`} />}
      {detail && (
        <ul className="stack">
          <ServiceCard
            label="公众号"
            facts={[detail.appId]}
            on={detail.on}
            test={checked}
            problem={problemOf(detail)}
            onSwitch={detail.appId === undefined ? undefined : (on) => void attempt(() => save({ on }))}
            more={
              <AccountForm
                label="公众号"
                rules={{ appId: weChatForm.appId, secret: weChatForm.secret }}
                account={{ name: 'appId', label: 'AppID', value: detail.appId ?? '', placeholder: 'wx…' }}
                secret={{ name: 'secret', label: 'AppSecret' }}
                hint={detail.hint}
                action="保存"
                save={async (values) => {
                  // The first save switches it on.
                  await save({ on: detail.on || detail.hint === undefined, ...values })
                  check()
                }}
              >
                <Steps host={detail.host} />
              </AccountForm>
            }
          >
            {detail.appId !== undefined && (
              <Button icon={isChecking && 'refresh'} busy={isChecking} onClick={() => isChecking || check()}>
                {isChecking ? '正在检查…' : '检查'}
              </Button>
            )}
          </ServiceCard>
        </ul>
      )}
    </ServiceSection>
  )
}

function problemOf({ problem, answer }: WeChatDetail): { state: string; words: string } | undefined {
  if (problem !== undefined) return { state: '还不能使用', words: `${problem}。` }
  if (!answer) return { state: '还没有检查', words: '点“检查”，看看微信接不接受。' }
  if (!answer.failed) return undefined
  const words = `${answer.at.slice(0, 16)} 没有成功：${answer.words}。每10分钟再试；改好以后，点“检查”马上就知道。`
  return { state: '上次失败', words }
}

const Steps = ({ host }: { host: string }) => (
  <ol className="muted small">
    <li>
      在
      <a className="inline-link" href="https://mp.weixin.qq.com/" target="_blank" rel="noreferrer">
        微信公众平台
      </a>
      “设置与开发 › 公众号设置 › 功能设置 › JS接口安全域名”里填{host || '网站的域名'}
      。平台给的MP_verify_….txt，照原样添加在
      <Link className="inline-link" href={settingsFieldPath('search', 'rootFiles')}>
        验证文件
      </Link>
      里。
    </li>
    <li>在“设置与开发 › 基本配置”里复制AppID和AppSecret，粘贴到这里，保存。</li>
    <li>在同一页的“IP白名单”里添加服务器的IP：不知道的话，点“检查”，结果里有。</li>
  </ol>
)
