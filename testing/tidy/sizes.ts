import ts from 'typescript'
import { lineAt, nodesOf, type Rule, type Source } from './source.ts'

const max = { file: 400, page: 200, styles: 400, function: 80, component: 120 }

/** A file has at most 400 lines, a page of the console 200, a style sheet 400, a function 80, a React component 120. */
export const sizes: Rule = (source) => {
  if (source.isCode) return [...fileSize(source), ...functionSizes(source)]
  return source.path.endsWith('.css') ? styleSize(source) : []
}

const styleSize = (source: Source) => {
  const lines = source.text.trimEnd().split('\n').length
  if (lines <= max.styles) return []
  const wrong = `has ${lines} lines; at most ${max.styles}`
  return [
    { path: source.path, line: max.styles + 1, wrong, instead: 'Move rules beside the components that they style.' },
  ]
}

const fileSize = (source: Source) => {
  const lines = source.text.trimEnd().split('\n').length
  const { allowed, instead } = fileLimit(source.path)
  if (lines <= allowed) return []
  return [{ path: source.path, line: allowed + 1, wrong: `has ${lines} lines; at most ${allowed}`, instead }]
}

const fileLimit = (path: string) => {
  if (/^apps\/console\/.*-page\.tsx$/.test(path))
    return { allowed: max.page, instead: 'Move parts of the page to files beside it.' }
  return { allowed: max.file, instead: 'Split it by what its parts are about.' }
}

const functionSizes = (source: Source) =>
  nodesOf(source)
    .filter(isFunction)
    .filter((node) => !isGroup(node))
    .flatMap((node) => {
      const first = lineAt(source, node.getStart(source.tree))
      const lines = lineAt(source, node.end) - first + 1
      const allowed = isComponent(source, node) ? max.component : max.function
      if (lines <= allowed) return []
      const wrong = `this function has ${lines} lines; at most ${allowed}`
      return [
        {
          path: source.path,
          line: first,
          wrong,
          instead: 'Give its steps names of their own, in the order they are called.',
        },
      ]
    })

const isFunction = (node: ts.Node): node is ts.FunctionLikeDeclaration =>
  ts.isFunctionDeclaration(node) ||
  ts.isFunctionExpression(node) ||
  ts.isArrowFunction(node) ||
  ts.isMethodDeclaration(node)

/** The body of a `describe`: a group of tests, each measured separately. */
const isGroup = ({ parent }: ts.FunctionLikeDeclaration) =>
  ts.isCallExpression(parent) && parent.expression.getText().startsWith('describe')

const isComponent = (source: Source, node: ts.FunctionLikeDeclaration) => {
  const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined)
  return source.path.endsWith('.tsx') && named !== undefined && /^[A-Z]/.test(named.getText(source.tree))
}
