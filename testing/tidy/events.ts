import ts from 'typescript'
import { importsOf, isTest } from './imports.ts'
import { type Finding, lineAt, nodesOf, readOnce, type Rule, type Source, type Tree } from './source.ts'

const eventName = /^[a-z_]+\.[a-z_]+$/
const domainOf = (path: string) => /^(domains\/[^/]+\/[^/]+)\//.exec(path)?.[1]
const isContract = (path: string) => /^domains\/[^/]+\/[^/]+\/contract(\.ts|\/)/.test(path)

/** An event is written by one domain, so that a reader finds one place that says when it happens. */
export const events: Rule = ({ path }, tree) => {
  const found = findings.get(tree) ?? allFindings(tree)
  findings.set(tree, found)
  return found.filter((finding) => finding.path === path)
}

const findings = new WeakMap<Tree, Finding[]>()

const allFindings = (tree: Tree): Finding[] => {
  const written = [...tree.values()].flatMap((source) => eventsIn(source).map((event) => ({ ...event, source })))
  return written.flatMap(({ name, line, source }) => {
    const owner = domainOf(source.path)!
    const others = new Set(written.filter((other) => other.name === name).map((other) => domainOf(other.source.path)!))
    others.delete(owner)
    if (others.size === 0) return []
    const wrong = `writes the event ${name}, as ${[...others].sort().join(' and ')} does`
    const instead = 'Let one of them write it, in a verb that its index.ts exports.'
    return [{ path: source.path, line, wrong, instead }]
  })
}

/** The events that a contract declares, and those that a file names which records them. */
export const eventsIn = readOnce((source): readonly { readonly name: string; readonly line: number }[] => {
  const { path } = source
  if (!domainOf(path) || !source.isCode || isTest(path) || !(isContract(path) || recordsEvents(source))) return []
  return nodesOf(source).flatMap((node) => {
    if (!ts.isStringLiteral(node) || !eventName.test(node.text)) return []
    const property = ts.isPropertyAssignment(node.parent) ? node.parent.name.getText(source.tree) : undefined
    if (isContract(path) ? property !== 'event' : property === 'action') return []
    return [{ name: node.text, line: lineAt(source, node.getStart(source.tree)) }]
  })
})

const recordsEvents = (source: Source) =>
  /\brecord\(/.test(source.text) && importsOf(source).some(({ target }) => target === 'platform/audit/index.ts')
