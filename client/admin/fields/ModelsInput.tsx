import { type ClipboardEvent, useState } from 'react'
import { limits } from '../../../contract/calls/rules.ts'
import type { Model } from '../../../contract/kinds/sheetColumns.ts'
import type { ListField } from '../../../contract/site/siteFieldKinds.ts'
import { Button, IconButton } from '../ui/buttons.tsx'
import { TextField } from '../ui/fields.tsx'
import { toast } from '../ui/Toast.tsx'
import type { InputProps } from './inputProps.ts'
import { useUndos } from './ListInput.tsx'
import { fullMessage } from './listFiles.tsx'
import { cellOf, mergePasted, pastedModels, rowsOf, withCell } from './modelTable.ts'

interface Props extends InputProps {
  field: ListField
  value: readonly Model[]
}

/** The models of a product are columns, and what each has of its own is below it; a sheet that is pasted into any cell fills the table. */
export function ModelsInput({ field, path, keyPath, value: models, context }: Props) {
  const { disabled, problems, values, check } = context
  const [newTerm, setNewTerm] = useState('')
  const [emptyTerms, setEmptyTerms] = useState<readonly string[]>([])
  const offerUndo = useUndos(true)
  const set = (next: readonly Model[]): void => values.set(keyPath, next)
  const rows = rowsOf(models, emptyTerms)
  const keys = values.keysOf(keyPath, models)
  const error = problems.get(path)
  // What holds where a model has nothing of its own.
  const product = { price: values.valueAt(['price']), specs: values.valueAt(['specs']) } as Partial<Model>

  function paste(event: ClipboardEvent): void {
    const pasted = pastedModels(event.clipboardData.getData('text'))
    if (pasted === undefined || disabled) return
    event.preventDefault()
    const next = mergePasted(models, pasted)
    if (next.length > field.max) return void toast(fullMessage(field), 'bad')
    set(next)
    offerUndo(`已粘贴${pasted.length}个型号，保存后生效`, () => set(models))
  }

  function addTerm(): void {
    setEmptyTerms([...emptyTerms, newTerm.trim()])
    setNewTerm('')
  }

  function remove(at: number, name: string): void {
    const key = keys.slice(at, at + 1)
    values.remove(keyPath, at)
    offerUndo(`已移除${name}，保存后生效`, () => values.insert(keyPath, at, models.slice(at, at + 1), key))
  }

  const actions = (at: number, name: string) => {
    const button = (
      icon: 'chevron-left' | 'chevron-right' | 'trash',
      words: string,
      run: () => void,
      isOff = false,
    ) => <IconButton icon={icon} label={`${words}：${name}`} title={words} disabled={disabled || isOff} onClick={run} />
    return (
      <>
        {button('chevron-left', '左移', () => values.move(keyPath, at, at - 1), at === 0)}
        {button('chevron-right', '右移', () => values.move(keyPath, at, at + 1), at === models.length - 1)}
        {button('trash', '移除', () => remove(at, name))}
      </>
    )
  }

  return (
    <fieldset className="setting-list stack model-input" onPaste={paste}>
      <legend className="visually-hidden">{field.label}</legend>
      {field.help && <p className="field-note muted">{field.help}</p>}
      {error !== undefined && <p className="field-note bad">{error}</p>}
      {models.length > 0 && (
        <div className="scroll sideways">
          <table>
            <tbody>
              {rows.map((row) => (
                <tr key={`${row.isTerm} ${row.name}`}>
                  <th scope="row">{row.label}</th>
                  {models.map((model, at) => {
                    const { text, place } = cellOf(model, row)
                    const cell = `${path}.${at}.${place}`
                    return (
                      <td className="setting-line" key={keys[at]}>
                        <TextField
                          label={`第${at + 1}个的${row.label}`}
                          name={cell}
                          value={text}
                          placeholder={cellOf(product, row).text}
                          error={problems.get(cell) ?? problems.get(cell.replace(/value$/, 'term'))}
                          disabled={disabled}
                          onChange={(typed) => set(withCell(models, at, row, typed))}
                          onBlur={() => check?.(path)}
                        />
                      </td>
                    )
                  })}
                </tr>
              ))}
              <tr>
                <td />
                {models.map(({ model }, at) => (
                  <td key={keys[at]}>{actions(at, model || `第${at + 1}个`)}</td>
                ))}
              </tr>
            </tbody>
          </table>
        </div>
      )}
      <div className="row wraps">
        <Button
          icon="plus"
          disabled={disabled || models.length >= field.max}
          onClick={() => values.insert(keyPath, models.length, [{ model: '', note: '' }])}
        >
          {`添加${field.item}`}
        </Button>
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
