import type { Operation } from '../../../../platform/contract/operation.ts'

/** What the contract says of a text in the body of a request. */
export interface TextLimit {
  readonly least: number
  readonly most: number
  readonly isRequired?: boolean
  readonly isNullable?: boolean
}

export type TextLimits = Readonly<Record<string, TextLimit>>

/** The limit of the text at a path in the body: the build writes it beside the call, in the place of the schema. */
export const textLimitAt = (operation: Operation, path: string): TextLimit | undefined =>
  (operation as { readonly texts?: TextLimits }).texts?.[path.replaceAll(/\.\d+(?=\.|$)/g, '.*')]

/** How values are read that are typed as texts, such as amounts; undefined for what cannot be read, with the words for it. */
export type Reads<Fields> = {
  readonly [Field in keyof Fields]?: readonly [read: (typed: Fields[Field]) => unknown, wrong: string]
}

/** What is wrong with fields, in words. */
export type FieldFaults<Fields> = { readonly [Field in keyof Fields]?: string | undefined }

interface BodyOptions<Fields> {
  readonly reads?: Reads<Fields> | undefined
  /** Whether it changes what exists: an emptied text is then null, and wrong where the contract has no null. */
  readonly isChange?: boolean | undefined
}

const isEmpty = (value: unknown) => typeof value === 'string' && value.trim() === ''
const readOf = <Fields>({ reads }: BodyOptions<Fields>, name: string) => reads?.[name as keyof Fields]
type Read = (typed: unknown) => unknown

/** The faults of fields: required texts without visible text, and values that cannot be read. */
export const faultsOf = <Fields extends object>(
  operation: Operation,
  fields: Partial<Fields>,
  { missing, ...options }: BodyOptions<Fields> & { readonly missing: string },
): FieldFaults<Fields> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]: [string, unknown]) => {
      const { least = 0, isRequired = false, isNullable = false } = textLimitAt(operation, name) ?? {}
      const isNeeded = least > 0 && !isNullable && (isRequired || options.isChange)
      const [read, wrong] = readOf(options, name) ?? []
      if (read) return (read as Read)(value) === undefined ? [[name, wrong]] : []
      return isNeeded && isEmpty(value) ? [[name, missing]] : []
    }),
  ) as FieldFaults<Fields>

/** The body of a request: texts without spaces at their ends; an empty text is null or left out where it may be. */
export const bodyOf = <Fields extends object>(
  operation: Operation,
  fields: Partial<Fields>,
  options: BodyOptions<Fields> = {},
): object =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]: [string, unknown]) => {
      const [read] = readOf(options, name) ?? []
      if (read) return [[name, (read as Read)(value)]]
      const limit = textLimitAt(operation, name)
      if (limit === undefined || typeof value !== 'string') return [[name, value]]
      const { isRequired = false, isNullable = false } = limit
      const isSent = isRequired || options.isChange
      if (!isEmpty(value)) return [[name, value.trim()]]
      if (isNullable && isSent) return [[name, null]]
      return isSent ? [[name, '']] : []
    }),
  )
