import { customIdPattern, itemsMost } from '../rules.ts'
import { foreignJson } from '../../../../packages/foreign-json/index.ts'

export interface BatchFileItem {
  readonly customId: string
  readonly body: Record<string, unknown>
}

/** The reason that a line of a file is no item. */
export type BatchLineFault =
  | { readonly kind: 'too_long' | 'no_json' | 'no_object' | 'bad_id' | 'no_body' | 'too_many' }
  | { readonly kind: 'unknown_field'; readonly field: string }
  | { readonly kind: 'repeated'; readonly line: number }

const lineMostChars = 8 * 2 ** 20
const idPattern = new RegExp(customIdPattern)

/** Reads the items of a batch from the lines of a file, in order. Empty lines have none. */
export const batchFileReader = () => {
  const items: BatchFileItem[] = []
  const lines = new Map<string, number>()
  return {
    items: items as readonly BatchFileItem[],
    /** Reads the item of a line, counted from 1; returns the fault of a line without one. */
    read: (line: string, number: number): BatchLineFault | undefined => {
      if (line.trim() === '') return undefined
      const item = itemOf(line)
      if ('kind' in item) return item
      const before = lines.get(item.customId)
      if (before !== undefined) return { kind: 'repeated', line: before }
      if (items.length === itemsMost) return { kind: 'too_many' }
      lines.set(item.customId, number)
      items.push(item)
      return undefined
    },
  }
}

const itemOf = (line: string): BatchFileItem | BatchLineFault => {
  if (line.length > lineMostChars) return { kind: 'too_long' }
  const value = jsonOf(line)
  if (value === undefined) return { kind: 'no_json' }
  if (!isObject(value)) return { kind: 'no_object' }
  const { customId, body, ...others } = value
  if (typeof customId !== 'string' || !idPattern.test(customId)) return { kind: 'bad_id' }
  if (!isObject(body)) return { kind: 'no_body' }
  const [field] = Object.keys(others)
  return field === undefined ? { customId, body } : { kind: 'unknown_field', field }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const jsonOf = (line: string): unknown => {
  try {
    return foreignJson(line)
  } catch {
    return undefined
  }
}
