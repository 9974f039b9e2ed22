import { searchEngineForm, type SearchEngineName, type SearchEngineRow, searchEngines } from '../../../contract/push.ts'
import { api } from '../api.ts'
import { LinkButton } from '../ui/buttons.tsx'
import { confirm } from '../ui/confirm.tsx'
import { attempt, toast } from '../ui/Toast.tsx'
import { useLoaded } from '../ui/useLoaded.ts'
import { AccountForm } from './AccountForm.tsx'
import { ChannelNote, ServiceCard, ServiceSection, TestButton, type TestState, useTests } from './ServiceCard.tsx'

/** 搜索引擎推送: a card for each search engine. */
export function PushGroup() {
  const loaded = useLoaded((signal) => api('pushDetail', {}, signal), [])
  const { data: detail, refresh } = loaded
  const { tests, test } = useTests((engine: SearchEngineName) => api('pushTest', { engine }), refresh)
  const change = async (action: () => Promise<string>): Promise<void> => {
    await attempt(async () => toast(await action()))
    await refresh()
  }
  const switchTo = (engine: SearchEngineName, on: boolean): Promise<void> =>
    change(async () => {
      await api('pushSave', { engine, on })
      return `已${on ? '启用' : '停用'}“${searchEngines[engine]}”`
    })
  const pushAll = async (): Promise<void> => {
    const question =
      '把所有产品、新闻、案例和页面的网址都推送一遍。百度每天有额度，超出的部分在以后几天推送，先改的先推送。确定吗？'
    if (await confirm(question, { ok: '推送全部' }))
      await change(async () => `${(await api('pushAll', {})).count}个网址一小时内开始推送`)
  }
  return (
    <ServiceSection
      title="搜索引擎推送"
      path="push"
      lead="产品、新闻、案例和页面发布、修改以后，每小时一次把网址告诉搜索引擎，让它尽快来看；是否收录由搜索引擎决定。启用以前的内容不会自动推送。"
      loaded={loaded}
    >
      {detail?.problem !== undefined && <ChannelNote words={`还不能推送：${detail.problem}。`} />}
      {detail && (
        <ul className="stack" aria-label="搜索引擎">
          {detail.engines.map((row) => (
            <SearchEngine
              key={row.engine}
              row={row}
              test={tests.get(row.engine)}
              onTest={() => void test(row.engine)}
              onSaved={refresh}
              onSwitch={(on) => void switchTo(row.engine, on)}
            />
          ))}
        </ul>
      )}
      {detail && (
        <p className="row wraps">
          <LinkButton onClick={() => void refresh()}>刷新</LinkButton>
          <LinkButton onClick={() => void pushAll()}>推送全部页面</LinkButton>
        </p>
      )}
    </ServiceSection>
  )
}

interface SearchEngineProps {
  row: SearchEngineRow
  test: TestState | undefined
  onTest(): void
  onSwitch(on: boolean): void
  onSaved(): Promise<void>
}

function SearchEngine({ row, test, onTest, onSwitch, onSaved }: SearchEngineProps) {
  const { engine, on, waiting, keyFile, hint, answer } = row
  const label = searchEngines[engine]
  const facts = [engine === 'indexnow' && '必应、Yandex等，一处推送，几家共享', waiting > 0 && `${waiting}个网址待推送`]
  const time = answer?.at.slice(0, 16)
  const problem = answer?.failed && {
    state: '上次失败',
    words: `${time} 没有成功：${answer.words}。待推送的网址每小时再试；改好以后，点“发送测试”马上就知道。`,
  }
  const isTestAnswer = typeof test === 'object' && test.message === answer?.words
  const isKnown = engine === 'baidu' ? hint !== undefined : keyFile !== undefined
  const more = (
    <>
      {answer && !answer.failed && !isTestAnswer && (
        <p className="muted small">{`上次回应 ${time}：${answer.words}`}</p>
      )}
      {engine === 'baidu' && <BaiduForm row={row} onSaved={onSaved} />}
      {keyFile !== undefined && (
        <p className="muted small">
          密钥文件：
          <a className="inline-link" href={keyFile} target="_blank" rel="noreferrer">
            {keyFile}
          </a>
          ，由网站自动提供，请确认在外网能打开。
        </p>
      )}
    </>
  )
  return (
    <ServiceCard
      {...{ label, facts, on, problem, test, more }}
      onSwitch={isKnown || engine === 'indexnow' ? onSwitch : undefined}
    >
      {isKnown && <TestButton {...{ label, test, onTest }} />}
    </ServiceCard>
  )
}

/** What Baidu needs. The first save switches it on. */
function BaiduForm({ row: { site, hint, on }, onSaved }: { row: SearchEngineRow; onSaved(): Promise<void> }) {
  const save = async (values: object): Promise<void> => {
    const isNew = hint === undefined
    await api('pushSave', { engine: 'baidu', on: on || isNew, ...values })
    toast(isNew ? '已保存，并启用“百度”' : '保存成功！')
    await onSaved()
  }
  return (
    <AccountForm
      label="百度"
      rules={{ site: searchEngineForm.site, token: searchEngineForm.token }}
      account={{
        name: 'site',
        label: '站点',
        value: site || location.origin,
        placeholder: 'https://www.example.com',
      }}
      secret={{ name: 'token', label: '推送密钥' }}
      action="保存推送密钥"
      {...{ hint, save }}
    >
      <p className="muted small">
        在
        <a className="inline-link" href="https://ziyuan.baidu.com/" target="_blank" rel="noreferrer">
          百度搜索资源平台
        </a>
        验证网站以后，打开“普通收录 › 资源提交 › API提交”：接口调用地址里，site=后面是站点，token=后面是推送密钥。
      </p>
    </AccountForm>
  )
}
