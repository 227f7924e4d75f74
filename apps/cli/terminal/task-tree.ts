import { isOver, type CycleStatus } from '../../../domains/delivery/cycles/rules.ts'
import { haltOf } from '../../../domains/delivery/tasks/rules.ts'
import type { CycleEvent } from '../client/follow.ts'
import { cutText, durationText, printable } from './text.ts'

export interface Check {
  readonly phase: 'base' | 'task' | 'base_tests' | 'new_tests'
  readonly name: string
  readonly outcome: 'passed' | 'failed' | 'could_not_run'
  readonly durationMs: number
}

interface Review {
  readonly verdict: string
  readonly provedBy: readonly string[]
}

interface TaskNode {
  readonly id: string
  readonly status: string
  readonly checks: readonly Check[]
  readonly review: Review | undefined
  readonly failure: string | undefined
}

/** The facts of a cycle and its tasks from the events so far. */
export interface TaskTree {
  readonly status: string
  readonly runNumber: number
  readonly since: string | undefined
  readonly until: string | undefined
  readonly failure: string | undefined
  readonly tasks: readonly TaskNode[]
}

export const emptyTree: TaskTree = {
  status: 'draft',
  runNumber: 0,
  since: undefined,
  until: undefined,
  failure: undefined,
  tasks: [],
}

/** The payload of an event about the status of a cycle or a task; `runNumber` is of cycles. */
interface StatusPayload {
  status?: string
  runNumber?: number
  failure?: { message?: string; code?: string }
}

/** The tree after one more event; events of other kinds leave it as it is. */
export const grow = (tree: TaskTree, event: CycleEvent): TaskTree => {
  const { entityType, entityId, eventType, payload, occurredAt } = event
  const { status, runNumber, failure } = payload as StatusPayload
  if (entityType === 'cycle' && status !== undefined) {
    // A new run begins with nothing of the last one.
    const fresh =
      runNumber !== undefined && runNumber > tree.runNumber ? { ...emptyTree, runNumber, since: occurredAt } : tree
    const until = isOver(status as CycleStatus) ? occurredAt : undefined
    return { ...fresh, status, failure: failure?.message, until }
  }
  if (entityType !== 'task') return tree
  const present = tree.tasks.find(({ id }) => id === entityId)
  const fresh = { id: entityId, status: 'queued', checks: [], review: undefined, failure: undefined }
  const grown = growTask(present ?? fresh, eventType, payload)
  const tasks = present ? tree.tasks.map((task) => (task === present ? grown : task)) : [...tree.tasks, grown]
  return { ...tree, tasks }
}

const growTask = (task: TaskNode, eventType: string, payload: CycleEvent['payload']): TaskNode => {
  if (eventType === 'task.checked') {
    const check = payload as unknown as Check
    const others = task.checks.filter(({ phase, name }) => phase !== check.phase || name !== check.name)
    return { ...task, checks: [...others, check] }
  }
  if (eventType === 'task.reviewed') return { ...task, review: payload as unknown as Review }
  const { status, failure } = payload as StatusPayload
  if (status === undefined) return task
  return { ...task, status: haltOf({ status, failure }) ?? status, failure: failure?.message }
}

type Paint = (style: 'green' | 'red' | 'yellow' | 'cyan' | 'bold' | 'dim', text: string) => string

interface TreeOptions {
  readonly title: string
  /** Titles of tasks by id. */
  readonly titles: ReadonlyMap<string, string>
  readonly now: Date
  /** The run's spending so far. */
  readonly spent?: string | undefined
  readonly paint: Paint
  /** The width of the terminal: titles are cut, so that the text behind them is visible. */
  readonly columns?: number
}

/** The tree as lines: the cycle, its tasks, and under each task the results of its checks. */
export const treeLines = (
  tree: TaskTree,
  { title, titles, now, spent, paint, columns = Infinity }: TreeOptions,
): string[] => {
  const { since, until } = tree
  const lasted =
    since === undefined
      ? []
      : [durationText(Math.max(0, (until ? new Date(until) : now).getTime() - new Date(since).getTime()))]
  const run = tree.runNumber > 1 ? [`run ${tree.runNumber}`] : []
  const behind = [...run, ...lasted].map((text) => ` · ${text}`).join('')
  const shown = titleWithin(title, columns - 2 - behind.length, tree.status)
  const head = `${paint('bold', shown)} · ${statusText(tree.status, paint)}${behind}`
  return [
    `${markOf(tree.status, paint)} ${head}`,
    ...(spent === undefined ? [] : [`  ${paint('dim', spent)}`]),
    ...tree.tasks.flatMap((task, index) => taskLines(task, titles.get(task.id) ?? `task ${index + 1}`, columns, paint)),
  ]
}

const titleLeastChars = 8

/** A title that leaves room for its status. */
const titleWithin = (title: string, columns: number, status: string) =>
  cutText(printable(title), Math.max(titleLeastChars, columns - ' · '.length - status.length))

const taskLines = (task: TaskNode, title: string, columns: number, paint: Paint): string[] => [
  `  ${markOf(task.status, paint)} ${titleWithin(title, columns - 4, task.status)} · ${statusText(task.status, paint)}`,
  ...task.checks.map((check) => `      ${checkText(check, paint)}`),
  ...(task.review ? [`      ${reviewText(task.review, paint)}`] : []),
]

const good = ['completed', 'done', 'merged', 'approved', 'passed', 'proved']
const bad = ['failed', 'refused']
const halted = ['stopped', 'not_started']

const markOf = (status: string, paint: Paint) => {
  if (good.includes(status)) return paint('green', '✓')
  if (bad.includes(status)) return paint('red', '✗')
  if (halted.includes(status)) return paint('dim', '■')
  return ['draft', 'queued', 'blocked', 'could_not_run', 'shown', 'checked', 'unverified'].includes(status)
    ? paint('yellow', '○')
    : paint('cyan', '●')
}

const statusText = (status: string, paint: Paint) => {
  const text = printable(status.replaceAll('_', ' '))
  if (halted.includes(status)) return paint('dim', text)
  return good.includes(status) ? paint('green', text) : bad.includes(status) ? paint('red', text) : paint('cyan', text)
}

const phases = {
  base: 'before the change',
  task: 'after the change',
  base_tests: 'after the change, with the tests from before',
  new_tests: 'before the change, with its tests',
} as const
const outcomes = { passed: 'passed', failed: 'failed', could_not_run: 'could not run' } as const
// New tests that fail without the change prove its effect; others prove nothing.
const marksOfNew = { passed: 'unverified', failed: 'passed', could_not_run: 'could_not_run' } as const
const outcomesOfNew = {
  passed: 'passed, so they show nothing',
  failed: 'failed, as it should',
  could_not_run: outcomes.could_not_run,
} as const

/** `✓ test, before the change: passed (1.2 s)`, `✓ test, before the change, with its tests: failed, as it should (1.2 s)` */
export const checkText = ({ phase, name, outcome, durationMs }: Check, paint: Paint): string => {
  const isNew = phase === 'new_tests'
  const mark = markOf(isNew ? marksOfNew[outcome] : outcome, paint)
  const text = (isNew ? outcomesOfNew : outcomes)[outcome]
  return `${mark} ${printable(name)}, ${phases[phase]}: ${text} (${durationText(durationMs)})`
}

/** Whether a check ended as it should: tests that came with a change fail without it. */
export const isAsItShould = ({ phase, outcome }: Pick<Check, 'phase' | 'outcome'>): boolean =>
  outcome === (phase === 'new_tests' ? 'failed' : 'passed')

/** A command of several lines by its first, which for a derived setup is a remark that names the package managers. */
export const commandText = (command: string): string => {
  const [first = '', ...rest] = command.split('\n')
  return printable(first.replace(/^# /, '')) + (rest.length > 0 ? ' …' : '')
}

const reviewText = ({ verdict, provedBy }: Review, paint: Paint) =>
  `${markOf(verdict, paint)} ${verdictText(verdict, provedBy)}`

/** `proved by test`, `shown, not proved: tests fail without it` */
export const verdictText = (verdict: string, provedBy: readonly string[]): string => {
  if (verdict === 'proved') return `proved by ${provedBy.map(printable).join(', ')}`
  return verdictTexts[verdict] ?? 'refused by the review'
}

const verdictTexts: Readonly<Record<string, string>> = {
  shown: 'shown, not proved: tests fail without it',
  checked: 'checked: the checks still pass, and no test shows it',
  unverified: 'unverified: no check can judge it, or tests prove less',
}

/** One event as a line, if nothing can be drawn again; undefined for an event that a person need not see. */
export const eventLine = (event: CycleEvent, titles: ReadonlyMap<string, string>, paint: Paint): string | undefined => {
  const { entityType, entityId, eventType, payload } = event
  const title = printable(titles.get(entityId) ?? 'task')
  if (eventType === 'task.checked') return `    ${checkText(payload as unknown as Check, paint)}`
  if (eventType === 'task.reviewed') return `    ${reviewText(payload as unknown as Review, paint)}`
  const { status } = payload as StatusPayload
  if (status === undefined) return undefined
  if (entityType === 'task') return `  ${markOf(status, paint)} ${title}: ${statusText(status, paint)}`
  return entityType === 'cycle' ? `${markOf(status, paint)} cycle ${statusText(status, paint)}` : undefined
}
