import type { Catalogue } from './catalogue.ts'
import type { DeclaredStatement, DeclaredType } from './declared.ts'
import type { Described } from './described.ts'

interface Words {
  readonly in: readonly string[]
  readonly out: readonly string[]
}
const both = (...given: readonly string[]): Words => ({ in: given, out: given })

/** The words of TypeScript that a value of PostgreSQL's type may have on its way in and out. */
const words: Readonly<Record<string, Words>> = {
  uuid: both('string'),
  text: both('string'),
  word: both('string'),
  bool: both('boolean'),
  int2: both('number'),
  int4: both('number'),
  int8: both('number'),
  float8: both('number'),
  numeric: { in: ['number', 'string'], out: ['string'] },
  timestamptz: { in: ['Date', 'string'], out: ['Date'] },
  bytea: { in: ['Buffer', 'Uint8Array'], out: ['Buffer'] },
  jsonb: { in: ['Json'], out: ['object', 'unknown', 'object[]', 'string[]', 'number[]'] },
  _uuid: both('string[]'),
  _text: both('string[]'),
  _int4: both('number[]'),
  _int8: both('number[]'),
  _float8: both('number[]'),
  _bytea: both('Buffer[]'),
}

/** The differences of a statement from its declaration; `names` are its parameters in the order of their numbers. */
export const differences = (
  declared: DeclaredStatement,
  names: readonly string[],
  described: Described,
  catalogue: Catalogue,
): string[] => [...inParams(declared, names, described, catalogue), ...inColumns(declared, described, catalogue)]

const inParams = (
  { params }: DeclaredStatement,
  names: readonly string[],
  described: Described,
  { types }: Catalogue,
) => [
  ...names
    .filter((name) => name !== 'workspace')
    .flatMap((name) => {
      const dataType = types.get(described.params[names.indexOf(name)]!)
      return mismatch(params.get(name), dataType, 'in').map((what) => `:${name} ${what}`)
    }),
  ...[...params.keys()]
    .filter((name) => name === 'workspace' || !names.includes(name))
    .map((name) =>
      name === 'workspace' ? 'declares :workspace, which is not passed' : `:${name} is declared and not in the text`,
    ),
]

const inColumns = ({ columns, isOpen }: DeclaredStatement, described: Described, { types, optional }: Catalogue) => [
  ...described.columns.flatMap(({ name, dataTypeID, tableID, columnID }) => {
    const declared = columns.get(name)
    if (!declared && isOpen) return []
    const mayBeNull = optional.has(`${tableID}.${columnID}`) && declared && !declared.isNullable
    return [
      ...mismatch(declared, types.get(dataTypeID), 'out').map((what) => `column ${name} ${what}`),
      ...(mayBeNull && !declared.words.includes('unknown') ? [`column ${name} may be null`] : []),
    ]
  }),
  ...[...columns.keys()]
    .filter((name) => !described.columns.some((column) => column.name === name))
    .map((name) => `column ${name} is declared and not in the text`),
]

const mismatch = (declared: DeclaredType | undefined, dataType = 'unknown', way: 'in' | 'out') => {
  if (!declared) return ['is not declared']
  const odd = declared.words.filter((word) => !words[dataType]?.[way].includes(word))
  return odd.length > 0 ? [`is ${dataType}, declared as ${odd.join(' | ')}`] : []
}
