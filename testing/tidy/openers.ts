import ts from 'typescript'
import { lineAt, nodesOf, type Rule, type Source } from './source.ts'

const words = (list: string) => new Set(list.split(/\s+/))

/** Openers of a clause: conjunctions, prepositions, question words and pronouns. A noun phrase has none of them. */
const clauses = words(
  `After As At Because Before Beside By False For From If In It Null Of On Since That These They Those True Undefined
  Under Until What When Whether Which While Who Whom Whose With Without`,
)

/** Words that follow a verb, and never a plural noun. */
const objects = words(
  `a an all any both each every how if into it its no one only out the their them these this two up what when whether
  which why`,
)

/** Verbs that say what a function does. */
const verbs = words(
  `Adds Advances Answers Applies Approves Asks Attaches Begins Builds Calls Cancels Carries Changes Checks
  Chooses Claims Closes Collects Combines Compares Completes Computes Connects Continues Copies Counts Creates
  Decides Declares Decodes Deletes Disconnects Enables Ends Erases Examines Exchanges Expires Fails Fetches Files
  Fills Finds Fixes Follows Frees Gathers Handles Inserts Inspects Issues Joins Judges Lends Limits Loads Locks
  Looks Makes Marks Matches Merges Moves Names Notifies Opens Parks Parses Passes Pauses Picks Polls Postpones
  Probes Proposes Purges Pushes Queues Raises Reactivates Reads Receives Reconciles Records Redirects Refuses
  Releases Removes Renews Replaces Reports Requests Requires Reserves Resets Restarts Retries Returns Reverts Runs
  Saves Scans Seals Sends Sets Settles Shares Shows Signs Skips Sorts Splits Starts Stops Stores Submits Switches
  Tests Throws Tries Unpacks Updates Uses Voids Waits Wakes Withdraws Writes Yields`,
)

/**
 * The docstring of a function begins with a verb of the list in the third person, with “True if”, or with a noun phrase
 * that defines what the function returns.
 */
export const openers: Rule = (source) => {
  if (!source.isCode || !source.path.startsWith('domains/') || /\.test\.tsx?$/.test(source.path)) return []
  return nodesOf(source).flatMap((node) => {
    const docstring = isFunction(node) ? docstringOf(source, node) : undefined
    if (!docstring || isOpened(docstring.text)) return []
    const wrong = `a docstring that begins with “${docstring.text.split(' ')[0]}”`
    const instead = 'Begin with a verb such as Returns, Inserts or Locks, with “True if”, or with a noun that defines.'
    return [{ path: source.path, line: lineAt(source, docstring.position), wrong, instead }]
  })
}

const isFunction = (node: ts.Node): boolean =>
  ts.isFunctionDeclaration(node) ||
  (ts.isVariableStatement(node) && node.declarationList.declarations.some(({ initializer }) => isArrow(initializer)))

const isArrow = (node: ts.Expression | undefined) =>
  node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node))

const docstringOf = (source: Source, node: ts.Node) => {
  const last = ts.getLeadingCommentRanges(source.text, node.pos)?.at(-1)
  if (!last || !source.text.startsWith('/**', last.pos)) return undefined
  const text = source.text
    .slice(last.pos + 3, last.end - 2)
    .replaceAll(/\s*\n\s*(?:\* ?)?/g, ' ')
    .trim()
  return { text, position: last.pos }
}

const isOpened = (text: string): boolean => {
  const [first = '', second = ''] = text.split(/\s+/)
  const word = first.replace(/[,.:;]$/, '')
  if (word === 'True') return second === 'if'
  if (clauses.has(word)) return false
  const isVerb = /^[A-Z][a-z]+s$/.test(first) && (objects.has(second) || second.startsWith('`'))
  return !isVerb || verbs.has(first)
}
