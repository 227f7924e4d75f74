import { useEffect, useMemo, useState } from 'react'
import type { Token, tokensOf } from '../../code/highlight.ts'

/** The tokens of a line. */
export type LineColours = (text: string) => readonly Token[]

// A line of a block comment begins with a star, and has no words of the language.
const insideNote = /^\s*\*(?:\s|\/|$)/

/** The colours of a file's lines; undefined until the highlighter is loaded, and for an unknown language. */
export const useLineColours = (path: string | undefined): LineColours | undefined => {
  const [readTokens, setReadTokens] = useState<typeof tokensOf>()
  useEffect(() => {
    let isGone = false
    void import('../../code/highlight.ts').then(({ tokensOf: read }) => {
      if (!isGone) setReadTokens(() => read)
    })
    return () => {
      isGone = true
    }
  }, [])
  return useMemo(() => {
    if (path === undefined || !readTokens?.('', path)) return undefined
    return (text) => (insideNote.test(text) ? [{ text, kind: 'c' }] : (readTokens(text, path) ?? [{ text }]))
  }, [path, readTokens])
}
