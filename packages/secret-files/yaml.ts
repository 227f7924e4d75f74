import type { Dialect, Entry } from './dialect.ts'
import { bareAs } from './spelling.ts'
import { addToYaml, removeFromYaml } from './yaml-lines.ts'
import { readAllYaml, readYaml } from './yaml-read.ts'
import { spellYaml } from './yaml-spelling.ts'

/** YAML, as version 1.1 reads it too. The key of a value is its path. */
export const yaml: Dialect = {
  effective: 'last',
  read: readYaml,
  readAll: readAllYaml,
  spell: (value, entry, text) =>
    [...bareAs(value, entry), ...spellYaml(value, text.slice(entry.start, entry.end))].map((spelled) =>
      placed(spelled, entry, text),
    ),
  add: addToYaml,
  remove: removeFromYaml,
}

/** A block ends with its line, and a value right behind a colon or a dash needs a space. */
const placed = (spelled: string, { start, end }: Entry, text: string): string => {
  const before = start === end && /[:-]/.test(text[start - 1] ?? '') ? ' ' : ''
  const after = /\r?\n$/.exec(text.slice(start, end))?.[0] ?? ''
  return `${before}${spelled}${after}`
}
