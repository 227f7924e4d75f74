import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** The declared type of one parameter or column: its words without null, as `string`, `Date`, `Json` or `string[]`. */
export interface DeclaredType {
  readonly words: readonly string[]
  readonly isNullable: boolean
}

/** The declared parameters and columns of a statement. */
export interface DeclaredStatement {
  /** `path:line` of the declaration. */
  readonly place: string
  /** Which names of statements it is for: one, or those of a loop. */
  readonly names: RegExp
  readonly params: ReadonlyMap<string, DeclaredType>
  readonly columns: ReadonlyMap<string, DeclaredType>
  /** Gives columns beside the declared ones, which are not read by name. */
  readonly isOpen: boolean
}

const root = join(import.meta.dirname, '..', '..')

/** The files that define statements of the product. */
export const storeFiles = (): string[] =>
  globSync('{apps,domains,execution,platform}/**/*.ts', { cwd: root })
    .filter((path) => !/\.test\.ts$|\/testing\//.test(path))
    .filter((path) =>
      /import \{[^}]*statement\b[^}]*\} from '[^']*\/statement\.ts'/i.test(readFileSync(join(root, path), 'utf8')),
    )
    .map((path) => join(root, path))
    .sort()

/** The types of every `statement<Params, Row>(name, …)`, as the compiler knows them. */
export const declaredStatements = (files: readonly string[]): DeclaredStatement[] => {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile) as { config: unknown }
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const program = ts.createProgram(files, { ...options, noEmit: true })
  const checker = program.getTypeChecker()
  return files.flatMap((file) => {
    const source = program.getSourceFile(file)!
    return callsOf(source).map((call) => declaredBy(call, source, checker))
  })
}

const definers: ReadonlySet<string> = new Set(['statement', 'rowStatement', 'oneRowStatement', 'matchStatement'])

const callsOf = (node: ts.Node): ts.CallExpression[] => {
  const own =
    ts.isCallExpression(node) && ts.isIdentifier(node.expression) && definers.has(node.expression.text) ? [node] : []
  return [...own, ...node.getChildren().flatMap(callsOf)]
}

const declaredBy = (call: ts.CallExpression, source: ts.SourceFile, checker: ts.TypeChecker): DeclaredStatement => {
  const [params, row] = call.typeArguments ?? []
  const { line } = source.getLineAndCharacterOfPosition(call.getStart(source))
  return {
    place: `${source.fileName.slice(root.length + 1)}:${line + 1}`,
    names: namesOf(call.arguments[0]!),
    params: propertiesOf(params, checker),
    columns: propertiesOf(row, checker),
    isOpen: !row || checker.getTypeFromTypeNode(row).getStringIndexType() !== undefined,
  }
}

const namesOf = (name: ts.Expression): RegExp => {
  const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  if (ts.isStringLiteralLike(name)) return new RegExp(`^${escaped(name.text)}$`)
  if (!ts.isTemplateExpression(name)) throw new Error(`The name of a statement is not a text: ${name.getText()}`)
  const spans = name.templateSpans.map(({ literal }) => `.+${escaped(literal.text)}`)
  return new RegExp(`^${escaped(name.head.text)}${spans.join('')}$`)
}

const propertiesOf = (node: ts.TypeNode | undefined, checker: ts.TypeChecker): Map<string, DeclaredType> => {
  const properties = node ? checker.getPropertiesOfType(checker.getTypeFromTypeNode(node)) : []
  return new Map(
    properties.map((property) => {
      const parts = unionOf(checker.getTypeOfSymbol(property))
      const given = parts.filter(({ flags }) => !(flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)))
      const words = [...new Set(given.map((part) => wordOf(part, checker)))]
      return [property.name, { words, isNullable: given.length < parts.length }]
    }),
  )
}

const unionOf = (type: ts.Type) => (type.isUnion() ? type.types : [type])

const wordOf = (type: ts.Type, checker: ts.TypeChecker): string => {
  if (type.aliasSymbol?.name === 'Json') return 'Json'
  if (type.flags & ts.TypeFlags.StringLike) return 'string'
  if (type.flags & ts.TypeFlags.NumberLike) return 'number'
  if (type.flags & ts.TypeFlags.BooleanLike) return 'boolean'
  if (type.flags & ts.TypeFlags.Unknown) return 'unknown'
  if (checker.isArrayType(type)) {
    const [element] = checker.getTypeArguments(type as ts.TypeReference)
    return `${[...new Set(unionOf(element!).map((part) => wordOf(part, checker)))].join('|')}[]`
  }
  const name = type.getSymbol()?.name
  return name && ['Date', 'Buffer', 'Uint8Array'].includes(name) ? name : 'object'
}
