import { Modal } from '../ui/Modal.tsx'
import * as lists from '../ui/keys.ts'

const titles = { globalKeys: '随处可用', listKeys: '列表', formKeys: '填写产品、新闻、轮播图', editorKeys: '正文' } as const

const all: Readonly<Record<string, unknown>> = lists

/** Every key of the back office, by where it works. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  return (
    <Modal title="快捷键" width="46rem" open={open} onClose={onClose}>
      {/* In a low window it scrolls, which keys must be able to do. */}
      <div className="keys" role="group" aria-label="所有快捷键" tabIndex={0}>
        {Object.entries(titles).map(([name, title]) => {
          const keys = all[name] as readonly lists.Key[] | undefined
          return keys && <Section key={name} title={title} keys={keys} />
        })}
      </div>
    </Modal>
  )
}

const Section = ({ title, keys }: { title: string; keys: readonly lists.Key[] }) => (
  <section>
    <h3>{title}</h3>
    <dl>
      {keys.map(({ keys, does }) => (
        <div key={keys}>
          <dt>
            {keys.split('、').map((each) => (
              <kbd key={each}>{lists.onMac ? each.replace('Ctrl', '⌘') : each}</kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </section>
)
