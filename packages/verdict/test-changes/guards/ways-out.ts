import { addedHits } from '../hits.ts'
import { isFunction, nameOfFunction, type Program } from '../syntax/names.ts'
import { childOf, nearest, sourceOf, walk, type SyntaxNode, type SyntaxTree } from '../syntax/tree.ts'
import { isExit } from './exits.ts'
import { placeOf, type GuardPlace } from './guard.ts'

/** New ways out of functions, before a statement that was there, which they switch off: the branch or the statement. */
export function* newWaysOut(before: Program, after: Program): Generator<GuardPlace> {
  const was = new Map(functionsOf(before.tree).map((one) => [one.name, one]))
  for (const { name, exits, statements } of functionsOf(after.tree)) {
    const earlier = was.get(name)
    if (!earlier) continue
    const known = new Set(earlier.statements.map(({ text }) => text))
    const kept = statements.filter(({ text }) => known.has(text))
    for (const { node } of addedHits(earlier.exits, exits, ({ text }) => text))
      if (kept.some((one) => one.node.start >= node.end)) yield placeOf('way_out', node)
  }
}

interface ReadStatement {
  readonly node: SyntaxNode
  readonly text: string
}

const statement =
  /(?:Statement|Declaration)$|^(?:expression_statement|short_var_declaration|assignment_statement|if_statement|for_statement|while_statement|return_statement|raise_statement|try_statement|with_statement|defer_statement|go_statement|var_declaration|inc_statement|dec_statement|assert_statement|delete_statement)$/
const block = /^(?:BlockStatement|block|statement_list|Program|module|source_file)$/

const functionsOf = (tree: SyntaxTree) => {
  if (tree.language === 'shell') return []
  const seen = new Map<string, number>()
  return [tree.root, ...[...walk(tree.root)].filter(isFunction)].map((node) => {
    const plain = node === tree.root ? '' : nameOf(node)
    const count = (seen.get(plain) ?? 0) + 1
    seen.set(plain, count)
    const within = [...walk(node, (each) => each === node || !isFunction(each))]
    const said = (each: SyntaxNode): ReadStatement => ({ node: each, text: sourceOf(tree, each) })
    return {
      name: `${plain}#${count}`,
      /** Its ways out, each with the branches around it. */
      exits: within.filter(isExit).map((exit) => said(branchOf(exit, node))),
      statements: within.filter(({ type }) => statement.test(type) && !block.test(type)).map(said),
    }
  })
}

/** Its names from the outermost class or function on. */
const nameOf = (node: SyntaxNode): string => {
  const names: string[] = []
  for (let at: SyntaxNode | undefined = node; at; at = at.parent) {
    if (!isFunction(at) && !/class/i.test(at.type)) continue
    names.unshift(String(nameOfFunction(at)?.value ?? '?'))
  }
  return names.join('.')
}

const branch =
  /^(?:IfStatement|if_statement|elif_clause|SwitchCase|case_clause|expression_case|CatchClause|except_clause)$/

/** The branch whose whole body leaves; the statement itself if the branch does more. */
const branchOf = (exit: SyntaxNode, within: SyntaxNode): SyntaxNode => {
  const own = nearest(exit, ({ type }) => statement.test(type)) ?? exit
  let at = own
  while (at.parent && at.parent !== within && block.test(at.parent.type) && statementsIn(at.parent) === 1)
    at = at.parent
  const around = at.parent
  if (!around || around === within || !branch.test(around.type) || around.start < within.start) return own
  const isFirst = ['consequent', 'consequence', 'body'].includes(at.field)
  return isFirst && !childOf(around, 'alternate') && !childOf(around, 'alternative') ? around : own
}

const statementsIn = ({ children }: SyntaxNode) => children.filter(({ type }) => /\w/.test(type)).length
