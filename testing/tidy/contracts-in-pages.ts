import ts from 'typescript'
import { importsOf, isTest } from './imports.ts'
import { type Finding, lineAt, nodesOf, type Rule } from './source.ts'

/** The fields of an operation that the build of the console keeps. */
const kept = new Set(['id', 'method', 'path', 'clientPortal', 'reads', 'touches', 'body'])

/** A page reads no part of a contract that the build takes out of it; its type may be named. */
export const contractsInPages: Rule = (source) => {
  if (!source.path.startsWith('apps/console/') || source.path.includes('/build/') || isTest(source.path)) return []
  if (!importsOf(source).some(({ target }) => isContract(target))) return []
  const operations = new Set(nodesOf(source).flatMap(operationsOf))
  return nodesOf(source).flatMap((node): Finding[] => {
    if (!ts.isPropertyAccessExpression(node) || !ts.isIdentifier(node.expression)) return []
    const { text: name } = node.name
    if (!operations.has(node.expression.text) || kept.has(name)) return []
    return [
      {
        path: source.path,
        line: lineAt(source, node.getStart(source.tree)),
        wrong: `“${name}” of ${node.expression.text} is undefined in a browser, which gets no schemas and errors`,
        instead: 'Move what the page needs into the rules of the domain, and let its contract use that.',
      },
    ]
  })
}

const isContract = (path: string) => /(^|\/)contract(\.ts|\/)/.test(path)

const operationsOf = (node: ts.Node): string[] => {
  if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) return []
  const { importClause } = node
  const named = importClause?.namedBindings
  if (!isContract(node.moduleSpecifier.text) || !node.moduleSpecifier.text.includes('/domains/')) return []
  if (importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword || !named || !ts.isNamedImports(named)) return []
  return named.elements.filter(({ isTypeOnly }) => !isTypeOnly).map(({ name }) => name.text)
}
