import { may } from '../session.ts'
import { Modal } from '../ui/Modal.tsx'
import { editorKeys, formKeys, globalKeys, type Key, listKeys, onMac } from '../ui/keys.ts'

const sections = { 随处可用: globalKeys, 列表: listKeys, 填写表单: formKeys, 正文: editorKeys }
const withoutRecords = { 随处可用: globalKeys, 列表: listKeys.filter(({ edits }) => !edits) }

/** Every key of the back office, by where it works. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  return (
    <Modal title="快捷键" width="46rem" open={open} onClose={onClose}>
      {/* Focusable, so that the keyboard can scroll it in a low window. */}
      <div className="keys" role="group" aria-label="所有快捷键" tabIndex={0} data-autofocus>
        {Object.entries(may('record:edit') ? sections : withoutRecords).map(([title, keys]) => (
          <Section key={title} title={title} keys={keys} />
        ))}
      </div>
    </Modal>
  )
}

const Section = ({ title, keys }: { title: string; keys: readonly Key[] }) => (
  <section>
    <h3>{title}</h3>
    <dl>
      {keys.map(({ keys, does }) => (
        <div key={keys} className="split">
          <dt className="row wraps tight">
            {keys.split('、').map((each) => (
              <kbd key={each}>{onMac ? each.replace('Ctrl', '⌘') : each}</kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </section>
)
