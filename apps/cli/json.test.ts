import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { isLong } from '../../testing/soak.ts'

const folder = import.meta.dirname

/** Commands that hand standard output over to another program, and say nothing of their own there. */
const handOver = [
  'commands/server/mcp.ts mcpBridge',
  'commands/work/ssh.ts sshCommand',
  'commands/projects/secrets-run.ts runWithSecrets',
]

const sources = new Map<string, ts.SourceFile>()
const sourceAt = (path: string): ts.SourceFile => {
  const known = sources.get(path)
  if (known) return known
  const read = ts.createSourceFile(path, readFileSync(join(folder, path), 'utf8'), ts.ScriptTarget.Latest, true)
  sources.set(path, read)
  return read
}

const nodesIn = function* (node: ts.Node): Generator<ts.Node> {
  yield node
  for (const child of node.getChildren()) yield* nodesIn(child)
}

/** The path of an `import('../commands/x.ts')` in a node. */
const loadedIn = (node: ts.Node): string | undefined => {
  const call = [...nodesIn(node)].find(
    (each) => ts.isCallExpression(each) && each.expression.kind === ts.SyntaxKind.ImportKeyword,
  )
  const path = call && ts.isCallExpression(call) ? call.arguments[0] : undefined
  return path && ts.isStringLiteral(path) ? normalize(join('program', path.text)) : undefined
}

/**
 * The functions of commands: `fromX('name')` of a `commandsIn(…)`, and `(await import('../commands/x.ts')).name(…)`. Rows
 * that name an operation have none: `operation-command.ts` writes their documents.
 */
const actionsIn = (source: ts.SourceFile): string[] => {
  const modules = new Map<string, string>()
  const nodes = [...nodesIn(source)]
  for (const node of nodes) {
    if (!ts.isVariableDeclaration(node) || !node.initializer?.getText().startsWith('commandsIn(')) continue
    modules.set(node.name.getText(), loadedIn(node.initializer)!)
  }
  return nodes.flatMap((node) => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const path = modules.get(node.expression.text)
      const [name] = node.arguments
      return path !== undefined && name && ts.isStringLiteral(name) ? [`${path} ${name.text}`] : []
    }
    if (!ts.isPropertyAccessExpression(node) || !ts.isParenthesizedExpression(node.expression)) return []
    const path = ts.isAwaitExpression(node.expression.expression) ? loadedIn(node.expression) : undefined
    return path?.startsWith('commands/') ? [`${path} ${node.name.text}`] : []
  })
}

/** The declarations at the top level of a file, by name, and the sources of its imports of this folder. */
const declarationsOf = (path: string) => {
  const declared = new Map<string, ts.Node>()
  const imported = new Map<string, string>()
  for (const statement of sourceAt(path).statements) {
    if (ts.isVariableStatement(statement))
      for (const one of statement.declarationList.declarations) declared.set(one.name.getText(), one)
    if (ts.isFunctionDeclaration(statement) && statement.name) declared.set(statement.name.text, statement)
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
    const from = normalize(join(dirname(path), statement.moduleSpecifier.text))
    const names = statement.importClause?.namedBindings
    if (from.startsWith('..') || !from.endsWith('.ts') || !names || !ts.isNamedImports(names)) continue
    for (const { name, propertyName } of names.elements)
      imported.set(name.text, `${from} ${propertyName?.text ?? name.text}`)
  }
  return { declared, imported }
}

/** Whether a function, or one that it names, writes a document. */
const writesDocument = (start: string): boolean => {
  const seen = new Set<string>()
  const left = [start]
  while (left.length > 0) {
    const place = left.pop()!
    if (seen.has(place)) continue
    seen.add(place)
    const [path, name] = place.split(' ') as [string, string]
    const { declared, imported } = declarationsOf(path)
    const from = imported.get(name)
    if (from !== undefined) left.push(from)
    const declaration = declared.get(name)
    for (const node of declaration ? nodesIn(declaration) : []) {
      if (!ts.isIdentifier(node)) continue
      if (['document', 'show'].includes(node.text) && ts.isPropertyAccessExpression(node.parent)) return true
      if (declared.has(node.text)) left.push(`${path} ${node.text}`)
      const other = imported.get(node.text)
      if (other !== undefined) left.push(other)
    }
  }
  return false
}

const actions = readdirSync(join(folder, 'program'))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .flatMap((name) => actionsIn(sourceAt(`program/${name}`)))

test.runIf(isLong)(
  'every command of the table writes a JSON document under --json, except commands that hand their output over',
  () => {
    expect(actions.length).toBeGreaterThan(80)
    const silent = [...new Set(actions)].filter((action) => !writesDocument(action))
    expect(silent.sort()).toEqual(handOver.sort())
  },
)

test('a command without a document would be found', () => {
  expect(writesDocument('commands/server/open.ts openerOf')).toBe(false)
  expect(writesDocument('commands/models/found-models.ts listFoundModels')).toBe(true)
})
