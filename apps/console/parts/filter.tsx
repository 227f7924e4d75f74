import { useDeferredValue, useState } from 'react'

const fewRows = 8

/** What of a list fits to a text, and the field for the text where the list is long. */
export const useFilter = <Row,>(rows: readonly Row[], textOf: (row: Row) => string, label: string) => {
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text).trim().toLowerCase()
  const shown = wanted === '' ? rows : rows.filter((row) => textOf(row).toLowerCase().includes(wanted))
  const field =
    rows.length > fewRows ? (
      <input
        {...{ type: 'search', className: 'input filter', value: text, placeholder: label }}
        aria-label={label}
        onChange={(event) => setText(event.target.value)}
      />
    ) : null
  return { shown, field }
}
