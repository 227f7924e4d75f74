import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

const writtenAfterMs = 300

/** A text as a person types it, and the texts of the address that it came from and went to. */
interface TypedText {
  readonly text: string
  readonly from: string
  readonly written?: string
}

/** A text that the address holds under a name, and its setter. The address follows once typing stops. */
export const useAddressText = (name: string): readonly [string, (text: string) => void] => {
  const [query, setQuery] = useSearchParams()
  const named = query.get(name) ?? ''
  const [typed, setTyped] = useState<TypedText>({ text: named, from: named })
  const text = named === typed.from || named === typed.written ? typed.text : named
  useEffect(() => {
    if (text === named) return
    const timer = setTimeout(() => {
      const next = new URLSearchParams(query)
      if (text === '') next.delete(name)
      else next.set(name, text)
      setTyped((before) => ({ ...before, written: text }))
      setQuery(next, { replace: true, preventScrollReset: true })
    }, writtenAfterMs)
    return () => clearTimeout(timer)
  }, [text, named, name, query, setQuery])
  return [text, (next) => setTyped({ ...typed, text: next, from: named })]
}
