import { useDeferredValue } from 'react'
import { useLoadAllPages, type MorePages } from '../api/use-pages.ts'
import { useAddressText } from './use-address-text.ts'

const fewRows = 8

const nothingMore = { more: undefined, isReading: false, error: null }

/**
 * The rows of a list that fit a text, and the field for the text if the list is long. Once a text is typed, the rest of
 * the list is read too; until it is there, an empty result is not final.
 */
export const useFilter = <Row,>(
  rows: readonly Row[],
  textOf: (row: Row) => string,
  label: string,
  rest: Omit<MorePages, 'total'> = nothingMore,
  /** The most rows of a list without the field. */
  most = fewRows,
  /** The parameter of the address that has the text. */
  param = 'find',
) => {
  const [text, setText] = useAddressText(param)
  const wanted = useDeferredValue(text).trim().toLowerCase()
  const shown = wanted === '' ? rows : rows.filter((row) => textOf(row).toLowerCase().includes(wanted))
  useLoadAllPages(rest, wanted !== '')
  const field =
    rows.length > most || rest.more || text !== '' ? (
      <input
        type="search"
        className="input filter"
        value={text}
        placeholder={label}
        aria-label={label}
        onChange={(event) => setText(event.target.value)}
      />
    ) : null
  return { shown, field, isNone: shown.length === 0 && rest.more === undefined }
}
