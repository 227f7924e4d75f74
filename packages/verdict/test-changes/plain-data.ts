import { parse as parseJson, type ParseError } from 'jsonc-parser'
import { parse as parseToml, stringify as tomlOf } from 'smol-toml'
import { parse as parseYaml, stringify as yamlOf } from 'yaml'
import { guardYaml } from '../../secret-files/index.ts'
import { isLockFile } from '../../lock-files/index.ts'
import type { ChangedText } from './change.ts'
import { languageOf } from './languages.ts'

const textMostChars = 1_048_576

export type PlainData = NonNullable<ReturnType<typeof plainData>>

/**
 * A changed file of JSON, TOML or YAML with one key a line and without escapes, if it is written otherwise: rules about
 * lines then see a tool's view. Undefined for other files, and for a text that is no such data.
 */
export const plainData = (written: ChangedText) => {
  const { path, before, after } = written
  const form = formOf(path)
  const sides = [before, after].filter((text) => text !== undefined)
  if (!form || isLockFile(path) || sides.every(form.isPlain)) return undefined
  if (sides.some((text) => text.length > textMostChars)) return undefined
  const plain = (text: string | undefined) => (text === undefined ? undefined : form.rewrite(text))
  try {
    const file = { ...written, before: plain(before), after: plain(after), written }
    // `lineAt`: the line of the file as it is, for one of the text with one value a line.
    return { file, written, lineAt: (line: number) => lineInFile(file.after ?? '', after ?? '', line) }
  } catch {
    return undefined
  }
}

interface DataForm {
  readonly isPlain: (text: string) => boolean
  /** Throws for a text that is no such data. */
  readonly rewrite: (text: string) => string
}

const formOf = (path: string): DataForm | undefined => {
  if (/[.]toml$|(?:^|\/)Pipfile$/.test(path)) return toml
  if (/[.]ya?ml$/.test(path)) return yaml
  return languageOf(path) === 'json' ? json : undefined
}

const token = /"(?:[^"\\\n]|\\.)*"(?:\s{0,100}:)?/g

const json: DataForm = {
  isPlain: (text) =>
    !/^[ \t]*:/m.test(text) &&
    text.split('\n').every((line) => {
      const keys = (line.match(token) ?? []).filter((one) => one.endsWith(':'))
      return keys.length <= 1 && !keys.some((key) => key.includes('\\'))
    }),
  rewrite: (text) => {
    const errors: ParseError[] = []
    const value: unknown = parseJson(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true })
    if (errors.length > 0 || typeof value !== 'object') throw new Error('no JSON')
    return `${JSON.stringify(value, null, 2)}\n`
  },
}

const sections =
  'tool|build-system|project|package|profile|lints|patch|source|replace|workspace|build-dependencies|lib|test'
const packed = new RegExp(`^[ \\t]*(?:${sections})[ \\t]*=[ \\t]*\\{`, 'm')

const toml: DataForm = {
  // Dotted and quoted keys, escapes, sections with spaces or quotes, and whole sections in one line.
  isPlain: (text) =>
    !packed.test(text) &&
    !/^[ \t]*["']?[\w-]{1,100}["']?[ \t]*[.][ \t]*["'\w]/m.test(text) &&
    !/^[ \t]*["']/m.test(text) &&
    !/^[ \t]*\[{1,2}[^\]\n]*["' ]/m.test(text) &&
    !/\{[^{}\n]*\{/.test(text),
  rewrite: (text) => tomlOf(parseToml(text)),
}

const yaml: DataForm = {
  // Flow maps, explicit keys, escapes in keys, anchors and tags.
  isPlain: (text) =>
    !/[{]\s{0,9}["']?[\w-]+["']?\s{0,9}:/.test(text) &&
    !/^[ \t]*[?] |^[ \t]*"[^"\\\n]*\\[^"\n]*"[ \t]*:|<<[ \t]*:/m.test(text),
  rewrite: (text) => {
    guardYaml(text)
    const value: unknown = parseYaml(text, { maxAliasCount: 100, logLevel: 'silent' })
    if (typeof value !== 'object' || value === null) throw new Error('no map')
    return yamlOf(value, { aliasDuplicateObjects: false, lineWidth: 0 })
  },
}

const keyOf = (line: string) => /^[\s-]*["'[]*([^"'\]:=]+)["'\]]*\s?[:=\]]?/.exec(line)?.[1]?.trim() ?? ''

/** The line with the key of another text's line: of several, the line at the same place among them. */
const lineInFile = (plain: string, text: string, line: number): number => {
  const lines = plain.split('\n')
  const key = keyOf(lines[line - 1] ?? '')
  if (key === '') return 1
  const nth = lines.slice(0, line - 1).filter((one) => keyOf(one) === key).length
  const places = text
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .split('\n')
    .flatMap((one, at) => Array<number>(one.split(key).length - 1).fill(at + 1))
  return places[nth] ?? places.at(-1) ?? 1
}
