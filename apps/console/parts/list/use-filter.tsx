import { useDeferredValue, useEffect, useState } from 'react'
import { addressNow } from '../forms/address-now.ts'
import { withParam } from '../../paths.ts'
import { listMost, useReadUpTo, type MorePages } from '../../api/use-pages.ts'
import { useSearchParams } from 'react-router'

/** A list that the server has sent to its end. */
export const wholeList: MorePages = { total: undefined, more: undefined, readCount: 0, isReading: false, error: null }

/** The text filter of a list. */
export interface TextFilter<Row> {
  /** The text of a row that the filter looks in. */
  readonly textOf: (row: Row) => string
  /** Names the field: the filtered property. */
  readonly label: string
  /** The most rows of a list without the field. */
  readonly most?: number | undefined
  /** The parameter of the address that has the text. */
  readonly param?: string | undefined
}

/**
 * The rows of a list that fit a text, and the field for the text if the list is long. Once a text is typed, the rest of
 * the list is read too; until it is there, an empty result is not final.
 */
export const useFilter = <Row,>(
  rows: readonly Row[],
  { textOf, label, most = 8, param = 'find' }: TextFilter<Row>,
  rest: MorePages = wholeList,
) => {
  const [text, setText] = useAddressText(param)
  const wanted = useDeferredValue(text).trim().toLowerCase()
  const shown = wanted === '' ? rows : rows.filter((row) => textOf(row).toLowerCase().includes(wanted))
  useReadUpTo(rest, wanted === '' ? 0 : listMost)
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

const writtenAfterMs = 300

/** A text as a person types it, and the texts of the address that it came from and went to. */
interface TypedText {
  readonly text: string
  readonly from: string
  readonly written?: string
}

/** A text that the address holds under a name, and its setter. The address follows once typing stops. */
const useAddressText = (name: string): readonly [string, (text: string) => void] => {
  const [query, setQuery] = useSearchParams()
  const named = query.get(name) ?? ''
  const [typed, setTyped] = useState<TypedText>({ text: named, from: named })
  const text = named === typed.from || named === typed.written ? typed.text : named
  useEffect(() => {
    if (text === named) return
    const timer = setTimeout(() => {
      // What else the address got while the person typed, such as an order, stays.
      const next = withParam(addressNow(), name, text).search
      setTyped((before) => ({ ...before, written: text }))
      setQuery(next, { replace: true, preventScrollReset: true })
    }, writtenAfterMs)
    return () => clearTimeout(timer)
  }, [text, named, name, setQuery])
  return [text, (next) => setTyped({ ...typed, text: next, from: named })]
}
