import { Lexer } from 'yaml'
import { depthMost } from './spelling.ts'
import { UnreadableFile } from './text.ts'

const tokensMost = 120_000
const aliasesMost = 100

/** Judges tokens before the parser, which is slow for deep nesting. Throws UnreadableFile, such as `too-deep`. */
export const guardYaml = (text: string): void => {
  const counts = { line: 1, tokens: 0, flow: 0, run: 0, aliases: 0 }
  for (const token of new Lexer().lex(text)) {
    count(token, counts)
    if (counts.tokens > tokensMost) throw new UnreadableFile('too-many-entries', counts.line)
    if (counts.aliases > aliasesMost) throw new UnreadableFile('too-many-aliases', counts.line)
    if (counts.flow > depthMost || counts.run > depthMost) throw new UnreadableFile('too-deep', counts.line)
  }
}

/** `run` counts what may nest on one line: dashes, question marks, colons, anchors and tags. */
const count = (token: string, counts: { line: number; tokens: number; flow: number; run: number; aliases: number }) => {
  const first = token[0] ?? ''
  if (token.trim() !== '') counts.tokens += 1
  if ('[{'.includes(first)) counts.flow += 1
  else if (']}'.includes(first)) counts.flow -= 1
  else if (first === '*') counts.aliases += 1
  if (token.includes('\n') || first === ',') counts.run = 0
  else if ('-?:&!'.includes(first)) counts.run += 1
  for (let at = token.indexOf('\n'); at !== -1; at = token.indexOf('\n', at + 1)) counts.line += 1
}
