import { joinKey, type Kind } from './dialect.ts'
import { matchAt, type PlainEntry } from './plain-format.ts'
import { depthMost } from './spelling.ts'
import { UnreadableFile } from './text.ts'

/** The value of a literal, without its spelling. */
export interface Scalar {
  readonly value: string
  readonly kind: Kind
}

/** How a language writes values, lists and tables of names. All patterns are sticky. */
export interface LiteralSyntax {
  /** One string, number or word. */
  readonly scalar: RegExp
  /** Its meaning; undefined for a value that is not plain, such as a string with an interpolation. */
  readonly meaning: (source: string) => Scalar | undefined
  readonly nameOf: (text: string, at: number) => { readonly name: string; readonly end: number } | undefined
  readonly sign: RegExp
  /** Blanks, line ends and comments between brackets. */
  readonly gap: RegExp
  /** The text between two pairs of a table, and perhaps behind the last. */
  readonly betweenPairs: RegExp
}

/** A value from `at` on, as entries under `name`; undefined if any of it is no literal. */
export const readLiteral = (
  text: string,
  at: number,
  name: string,
  syntax: LiteralSyntax,
  lineOf: (offset: number) => number,
): { readonly end: number; readonly entries: readonly PlainEntry[] } | undefined => {
  const reader = new LiteralReader(text, at, syntax, lineOf)
  return reader.value([name]) ? { end: reader.at, entries: reader.entries } : undefined
}

/** Each method returns whether it read something whole. */
class LiteralReader {
  at: number
  readonly entries: PlainEntry[] = []
  readonly #text: string
  readonly #syntax: LiteralSyntax
  readonly #lineOf: (offset: number) => number

  constructor(text: string, at: number, syntax: LiteralSyntax, lineOf: (offset: number) => number) {
    this.#text = text
    this.at = at
    this.#syntax = syntax
    this.#lineOf = lineOf
  }

  value(path: readonly string[]): boolean {
    if (path.length > depthMost) throw new UnreadableFile('too-deep', this.#lineOf(this.at))
    if (this.#take('[')) return this.#list(path)
    if (this.#take('{')) return this.#table(path)
    const start = this.at
    const source = this.#match(this.#syntax.scalar)
    const found = source === undefined ? undefined : this.#syntax.meaning(source)
    if (!found) return false
    this.entries.push({ key: joinKey(path), ...found, line: this.#lineOf(start) })
    return true
  }

  #list(path: readonly string[]): boolean {
    for (let count = 0; ; count += 1) {
      this.#match(this.#syntax.gap)
      // An empty list has no entry that would bring it back.
      if (this.#take(']')) return count > 0
      if (!this.value([...path, String(count)])) return false
      this.#match(this.#syntax.gap)
      if (this.#take(',')) continue
      return this.#take(']')
    }
  }

  #table(path: readonly string[]): boolean {
    const names = new Set<string>()
    for (;;) {
      this.#match(this.#syntax.gap)
      if (this.#take('}')) return names.size > 0 && !isNumbered(names)
      const name = this.#syntax.nameOf(this.#text, this.at)
      if (!name || names.has(name.name)) return false
      names.add(name.name)
      this.at = name.end
      if (this.#match(this.#syntax.sign) === undefined) return false
      if (!this.value([...path, name.name])) return false
      if (this.#match(this.#syntax.betweenPairs) !== undefined) continue
      this.#match(this.#syntax.gap)
      return this.#take('}') && !isNumbered(names)
    }
  }

  #take(sign: string): boolean {
    const isThere = this.#text.startsWith(sign, this.at)
    if (isThere) this.at += sign.length
    return isThere
  }

  #match(pattern: RegExp): string | undefined {
    const found = matchAt(pattern, this.#text, this.at)?.[0]
    if (found !== undefined) this.at += found.length
    return found
  }
}

/** Its keys would look like a list. */
const isNumbered = (names: ReadonlySet<string>) => [...names].every((name, at) => name === String(at))
