import type { Site } from '../../../contract/kinds/entities.ts'
import { siteFields } from '../../../contract/site/siteFields.ts'
import { IconButton } from '../ui/buttons.tsx'
import { NumberField, TextField } from '../ui/fields.tsx'
import { toast } from '../ui/Toast.tsx'
import type { InputContext } from './inputProps.ts'
import { ListInput, type ListProps } from './ListInput.tsx'

type CountName = 'trademarks' | 'copyrights'

/** The figures of the company; the last, which are numbers of their own in the record, are in small. */
export function FiguresInput({ more, ...props }: ListProps & { more: readonly CountName[] }) {
  const { context } = props
  const shown = more.filter((name) => context.values.valueAt([name]) !== 0)
  return <ListInput {...props} more={shown.map((name) => <Count key={name} {...{ name, context }} />)} />
}

/** Removed it is 0, which visitors do not see; whoever wants it again adds a figure. */
function Count({ name, context }: { name: CountName; context: InputContext }) {
  const { values, problems, disabled } = context
  const count = values.valueAt([name]) as number | null
  const labelPath = `aboutTexts.${name}`
  const texts = values.valueAt(['aboutTexts']) as Site['aboutTexts']
  const label = texts[name]
  const { unit, label: usual } = siteFields[name]
  const set = (next: unknown): void => values.set([name], next)
  const remove = (): void => {
    set(0)
    toast(`已移除${label}，保存后生效`, 'info', { undo: () => set(count) })
  }
  return (
    <div className="setting-item setting-count row wraps" data-path={name}>
      <div className="setting-line row wraps">
        <div className="setting-value">
          <NumberField
            label={`${usual}的数值`}
            name={name}
            error={problems.get(name)}
            value={count}
            disabled={disabled}
            onChange={set}
          />
        </div>
        <p className="setting-value muted">{unit}</p>
        <div className="setting-value">
          <TextField
            label={`${usual}的名称`}
            name={labelPath}
            error={problems.get(labelPath)}
            value={label}
            disabled={disabled}
            onChange={(next) => values.set(['aboutTexts', name], next)}
          />
        </div>
      </div>
      <div className="setting-actions push" role="group" aria-label={label}>
        <IconButton icon="trash" label="移除" title="移除" disabled={disabled} onClick={remove} />
      </div>
    </div>
  )
}
