import { type ClipboardEvent, useState } from 'react'
import { limits } from '../../../contract/rules.ts'
import type { Model } from '../../../contract/sheetColumns.ts'
import type { ListField } from '../../../contract/siteFieldKinds.ts'
import { Button, IconButton } from '../ui/buttons.tsx'
import { toast } from '../ui/Toast.tsx'
import type { InputProps } from './inputProps.ts'
import { fullMessage } from './listFiles.tsx'
import { cellText, mergePasted, pastedModels, rowsOf, withCell } from './modelTable.ts'

interface Props extends InputProps {
  field: ListField
  value: readonly Model[]
}

/** The models of a product are columns, and what each has of its own is below it; a sheet that is pasted into any cell fills the table. */
export function ModelsInput({ field, path, keyPath, value: models, context }: Props) {
  const { disabled, problems, values, check } = context
  const [newTerm, setNewTerm] = useState('')
  const [emptyTerms, setEmptyTerms] = useState<readonly string[]>([])
  const set = (next: readonly Model[]): void => values.set(keyPath, next)
  const rows = rowsOf(models, emptyTerms)
  const isFull = models.length >= field.max
  const errors = [...problems].filter(([name]) => name === path || name.startsWith(`${path}.`))
  const isInvalid = (at: number, name: string): boolean => problems.has(`${path}.${at}.${name}`)

  function paste(event: ClipboardEvent): void {
    const pasted = pastedModels(event.clipboardData.getData('text'))
    if (pasted === undefined || disabled) return
    event.preventDefault()
    const next = mergePasted(models, pasted)
    if (next.length > field.max) return void toast(fullMessage(field), 'bad')
    set(next)
    toast(`已粘贴${pasted.length}个型号，保存后生效`, 'info', { undo: () => set(models) })
  }

  function addTerm(): void {
    const term = newTerm.trim()
    if (term === '') return
    setEmptyTerms([...emptyTerms, term])
    setNewTerm('')
  }

  function remove(at: number): void {
    const removed = models[at]
    set(models.filter((_, index) => index !== at))
    toast(`已移除${removed?.model || '一个型号'}，保存后生效`, 'info', { undo: () => set(models) })
  }

  return (
    <fieldset className="setting-list stack model-input" onPaste={paste}>
      <legend className="visually-hidden">{field.label}</legend>
      {field.help && <p className="field-note muted">{field.help}</p>}
      {errors.map(([name, message]) => (
        <p key={name} className="field-note bad">
          {placeOf(name, path)}
          {message}
        </p>
      ))}
      <div className="scroll">
        <table>
          <tbody>
            {rows.map(({ name, label, isTerm }) => (
              <tr key={isTerm ? `term ${name}` : name}>
                <th scope="row">{label}</th>
                {models.map((model, at) => (
                  <td key={at}>
                    <input
                      className="input"
                      name={isTerm ? undefined : `${path}.${at}.${name}`}
                      aria-label={`${model.model || `第${at + 1}个`}的${label}`}
                      aria-invalid={isInvalid(at, name) || undefined}
                      value={cellText(model, name, isTerm)}
                      disabled={disabled}
                      onChange={({ target }) => set(withCell(models, at, { name, isTerm }, target.value))}
                      onBlur={() => check?.(path)}
                    />
                  </td>
                ))}
              </tr>
            ))}
            {models.length > 0 && (
              <tr>
                <th scope="row">移除</th>
                {models.map((model, at) => (
                  <td key={at}>
                    <IconButton
                      icon="trash"
                      label={`移除：${model.model || `第${at + 1}个`}`}
                      disabled={disabled}
                      onClick={() => remove(at)}
                    />
                  </td>
                ))}
              </tr>
            )}
          </tbody>
        </table>
      </div>
      <div className="row wraps">
        <Button
          icon="plus"
          disabled={disabled || isFull}
          onClick={() => set([...models, { model: '', note: '' }])}
        >{`添加${field.item}`}</Button>
        {models.length > 0 && (
          <>
            <input
              className="input"
              aria-label="新的参数名称"
              placeholder="参数名称，如 臂长"
              maxLength={40}
              value={newTerm}
              disabled={disabled}
              onChange={({ target }) => setNewTerm(target.value)}
            />
            <Button
              icon="plus"
              disabled={disabled || newTerm.trim() === '' || rows.length >= limits.specs}
              onClick={addTerm}
            >
              添加参数
            </Button>
          </>
        )}
      </div>
    </fieldset>
  )
}

/** Which model it is about. */
function placeOf(name: string, path: string): string {
  const at = name === path ? '' : (name.slice(path.length + 1).split('.')[0] ?? '')
  return at === '' ? '' : `第${Number(at) + 1}个：`
}
