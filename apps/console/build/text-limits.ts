import type { TextLimit, TextLimits } from '../parts/request-body.ts'

/** The part of a JSON schema that says which texts it takes. */
interface Schema {
  readonly type?: string
  readonly const?: unknown
  readonly minLength?: number
  readonly maxLength?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

const isNull = ({ type }: Schema) => type === 'null'
const branchesOf = (schema: Schema) => schema.anyOf ?? [schema]

/** The limits of the texts in the body of a request by their paths; `*` stands for the place in a list. */
export const textLimitsOf = (body: object, path = ''): TextLimits =>
  Object.fromEntries(
    branchesOf(body as Schema).flatMap(({ properties = {}, required = [], items }) => [
      ...Object.entries(properties).flatMap(([name, field]) =>
        limitsAt(field, `${path}${name}`, required.includes(name)),
      ),
      ...(items ? limitsAt(items, `${path}*`, true) : []),
    ]),
  )

const limitsAt = (field: Schema, path: string, isRequired: boolean): readonly [string, TextLimit][] => {
  const branches = branchesOf(field)
  const text = branches.find(({ type, maxLength }) => type === 'string' && maxLength !== undefined)
  if (text === undefined) return Object.entries(textLimitsOf(field, `${path}.`))
  const isNullable = branches.some(isNull)
  const limit = {
    least: text.minLength ?? 0,
    most: text.maxLength!,
    ...(isRequired && { isRequired }),
    ...(isNullable && { isNullable }),
  }
  return [[path, limit]]
}
