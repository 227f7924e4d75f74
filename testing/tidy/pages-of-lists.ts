import ts from 'typescript'
import { lineAt, nodesOf, type Rule } from './source.ts'

/** A page of the console that reads a list by `usePages` also shows how to read its next page. */
export const pagesOfLists: Rule = (source) => {
  if (!source.path.startsWith('apps/console/')) return []
  return nodesOf(source)
    .filter((node) => ts.isVariableDeclaration(node) && isPagesCall(node.initializer) && !takesRest(node.name))
    .map((node) => ({
      path: source.path,
      line: lineAt(source, node.getStart(source.tree)),
      wrong: 'A list that is read without its next page ends in silence',
      instead: 'Write `const { rows, ...rest } = usePages(…)` and give `rest` to PartialRows, or read it by useRows.',
    }))
}

const isPagesCall = (node: ts.Node | undefined) =>
  node !== undefined && ts.isCallExpression(node) && node.expression.getText() === 'usePages'

const takesRest = (name: ts.BindingName) =>
  ts.isObjectBindingPattern(name) &&
  name.elements.some(({ dotDotDotToken, name: of }) => dotDotDotToken !== undefined || of.getText() === 'more')
