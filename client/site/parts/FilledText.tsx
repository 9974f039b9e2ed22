import { Fragment } from 'react'

/** A text that staff have written, with its line breaks; what replaces a name in braces is emphasized. */
export function FilledText({ text, values = {} }: { text: string; values?: Readonly<Record<string, string>> }) {
  return text.split('\n').map((line, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      {line.split(/(\{[^{}]{1,20}\})/).map((part, index) => {
        const value = values[part.slice(1, -1)]
        return index % 2 === 1 && value !== undefined ? <b key={index}>{value}</b> : part
      })}
    </Fragment>
  ))
}
