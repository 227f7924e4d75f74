import type { ReactNode } from 'react'

const quotes = /([“„])([^“”„]+)([”“])/g

/** A sentence of the server that quotes code: what is between its quotation marks is set as code. */
export const QuotedCode = ({ text }: { readonly text: string }) => {
  const pieces: ReactNode[] = []
  let behind = 0
  for (const { 0: whole, 1: open, 2: code, 3: close, index } of text.matchAll(quotes)) {
    pieces.push(text.slice(behind, index), open, <code key={index}>{code}</code>, close)
    behind = index + whole.length
  }
  return [...pieces, text.slice(behind)]
}
