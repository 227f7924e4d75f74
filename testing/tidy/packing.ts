import ts from 'typescript'
import { lineAt, nodesOf, type Rule } from './source.ts'

/** Lines are not packed: no literal is spread into another one, into JSX or a call, and unrelated values are named apart. */
export const packing: Rule = (source) =>
  nodesOf(source).flatMap((node) => {
    const instead = packed(node)
    if (!instead) return []
    return [{ path: source.path, line: lineAt(source, node.getStart(source.tree)), wrong: 'packs its lines', instead }]
  })

const packed = (node: ts.Node): string | undefined => {
  if (ts.isSpreadAssignment(node) && isFilled(node.expression)) return 'Write the properties one to a line.'
  if (ts.isJsxSpreadAttribute(node) && isFilled(node.expression)) return 'Write each as an attribute.'
  if (ts.isSpreadElement(node) && ts.isArrayLiteralExpression(node.expression) && node.expression.elements.length > 0)
    return 'Write the elements in their place.'
  if (isPackedDeclaration(node)) return 'Declare each by itself.'
  return undefined
}

// An accessor is read once where it is spread, which is more than layout.
const isFilled = (node: ts.Expression) =>
  ts.isObjectLiteralExpression(node) && node.properties.length > 0 && !node.properties.some(ts.isAccessor)

const isPackedDeclaration = (node: ts.Node) =>
  ts.isVariableStatement(node) &&
  node.declarationList.declarations.length === 1 &&
  node.declarationList.declarations.some(
    ({ name, initializer, type }) =>
      initializer !== undefined &&
      type === undefined &&
      ts.isArrayBindingPattern(name) &&
      ts.isArrayLiteralExpression(initializer) &&
      name.elements.length === initializer.elements.length &&
      name.elements.every((one) => ts.isBindingElement(one) && ts.isIdentifier(one.name) && !one.dotDotDotToken) &&
      initializer.elements.every((one) => !ts.isSpreadElement(one)),
  )
