import type { Archive } from './archive.ts'
import { readXml, withOfficePrefixes } from './office-xml.ts'

/** A level of a list: how its numbers are written, and the text around them, such as `%1.%2`. */
interface Level {
  format: string
  text: string
  start: number
}

interface List {
  /** Lists that share it count on from each other. */
  readonly counter: string
  readonly levels: ReadonlyMap<number, Level>
}

/** A place in a list, as a paragraph or its style names it. */
export interface ListPlace {
  readonly list: string
  readonly level: number
}

/** The lists of a document (ISO/IEC 29500-1, 17.9), by their ids. */
export type Lists = ReadonlyMap<string, List>

export const levelsMost = 9

/** Reads the part that defines the lists of a document. */
export const listsIn = async (archive: Archive, part: string): Promise<Lists> => {
  const forms = new Map<string, Map<number, Level>>()
  const lists = new Map<string, List>()
  let form = new Map<number, Level>()
  let level: Level | undefined
  let list = ''
  const events = withOfficePrefixes({
    open: (name, attributes) => {
      const value = attributes['w:val'] ?? ''
      if (name === 'w:abstractNum') {
        form = new Map()
        forms.set(attributes['w:abstractNumId'] ?? '', form)
      }
      if (name === 'w:num') list = attributes['w:numId'] ?? ''
      if (name === 'w:abstractNumId') {
        form = new Map([...(forms.get(value) ?? [])].map(([at, one]) => [at, { ...one }]))
        lists.set(list, { counter: value, levels: form })
      }
      if (name === 'w:lvl' || name === 'w:lvlOverride') {
        const at = Number(attributes['w:ilvl'])
        level = form.get(at) ?? { format: 'decimal', text: '', start: 1 }
        form.set(at, level)
      }
      if (!level) return
      if (name === 'w:numFmt') level.format = value
      if (name === 'w:lvlText') level.text = value
      if (name === 'w:start') level.start = Number(value) || 0
      if (name === 'w:startOverride') {
        level.start = Number(value) || 0
        // A list that begins again counts separately.
        lists.set(list, { counter: `${list} alone`, levels: form })
      }
    },
    close: (name) => {
      if (name === 'w:lvl' || name === 'w:lvlOverride') level = undefined
    },
  })
  readXml((await archive.text(part)) ?? '', events)
  return lists
}

/** Returns the label of each next paragraph of a list, such as `2.1`; `-` for a mark, and for an unknown list. */
export const openCounters = (lists: Lists): ((place: ListPlace) => string) => {
  const counts = new Map<string, number[]>()
  return ({ list: id, level }) => {
    const list = lists.get(id)
    const own = list?.levels.get(level)
    if (!list || !own) return '-'
    const numbers = counts.get(list.counter) ?? []
    counts.set(list.counter, numbers)
    numbers[level] = (numbers[level] ?? own.start - 1) + 1
    numbers.length = level + 1
    if (own.format === 'bullet' || own.text === '') return own.format === 'bullet' ? '-' : ''
    return own.text.replaceAll(/%([1-9])/g, (_whole, digit: string) => {
      const at = Number(digit) - 1
      const shown = list.levels.get(at)
      return numberAs(shown?.format ?? 'decimal', numbers[at] ?? shown?.start ?? 1)
    })
  }
}

const romans = [
  ['m', 1_000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
] as const

const romanOf = (number: number): string => {
  let left = Math.min(Math.max(number, 0), 9_999)
  let text = ''
  for (const [letters, worth] of romans) {
    text += letters.repeat(Math.floor(left / worth))
    left %= worth
  }
  return text
}

/** Letters as Word counts on from z: aa, bb. */
const letterOf = (number: number): string =>
  number < 1 ? '' : String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.min(20, Math.ceil(number / 26)))

const numberAs = (format: string, number: number): string => {
  if (format === 'none') return ''
  if (format === 'lowerRoman') return romanOf(number)
  if (format === 'upperRoman') return romanOf(number).toUpperCase()
  if (format === 'lowerLetter') return letterOf(number)
  if (format === 'upperLetter') return letterOf(number).toUpperCase()
  return format === 'decimalZero' ? String(number).padStart(2, '0') : String(number)
}
