import type { Alteration } from './alterations.ts'
import type { ChangePart } from './change.ts'
import type { TrialOutcome } from './trial-outcomes.ts'
import type { TestsOfRun } from './trial-script.ts'

/**
 * What accounts for a part of a change. `needed`: a test that its author did not write fails without it. `own`: only tests
 * that came with it do. `test`: it is a new test. `same`: it changes nothing that runs. `shape`: it is a text or a style for
 * people. `unseen`: nothing accounts for it, and a person has to see it.
 */
export type AccountName = 'needed' | 'own' | 'test' | 'same' | 'shape' | 'unseen'

/** Why a part is unseen. */
export type UnseenReason =
  /** All tests pass without it. */
  | 'not_noticed'
  /** Only tests that came with it notice it, and it is at a guard. */
  | 'guard'
  /** It makes a test reach beyond itself: the test writes files, starts a program, reads the environment. */
  | 'reaching_test'
  /** It is of a document: a test finds its words, and not what they say. */
  | 'words'
  /** Its program cannot be read, so that it cannot be undone. */
  | 'not_undone'
  /** No tests pass over the change with which it could be tried. */
  | 'not_run'
  /** There was no time. */
  | 'not_tried'
  /** Tests need it, and none of them distinguishes a value of it from another value. */
  | 'not_told'

export interface PartAccount {
  readonly account: AccountName
  readonly reason?: UnseenReason
  /** Whether it is a failure in a new function that no test tried. */
  readonly isUntriedFailure?: true
  /** Whether it is equal except for names that the change declares. */
  readonly isRenaming?: true
  /** The tests that notice it. */
  readonly tests?: TestsOfRun
  /** A value that no test distinguishes from another value, with its line. */
  readonly untold?: { readonly line: string; readonly is: string; readonly other: string }
}

/** An alteration without the files of its trials. */
export type JudgedAlteration = Omit<Alteration, 'others'> & { readonly others: readonly string[] }

/** A part without the files of its trial. */
export type JudgedPart = Omit<ChangePart, 'files'> & {
  readonly canBeUndone: boolean
  /** Whether it is part of a guard. */
  readonly isGuard: boolean
}

/** True if a part consists of characters in a text, and not of a whole file. */
export const isTextPart = ({ kind }: Pick<ChangePart, 'kind'>): boolean => /^(?:added|changed|removed)$/.test(kind)

/** The parts of a change with the results of their trials. */
interface TriedParts {
  readonly parts: readonly JudgedPart[]
  readonly known: readonly (PartAccount | undefined)[]
  readonly tried: readonly number[]
  readonly alterations: readonly JudgedAlteration[]
  /** Of the tried parts, then of each value in place of another; undefined if no tests could run. */
  readonly outcomes: readonly TrialOutcome[] | undefined
}

const reasonOf = { survived: 'not_noticed', unrun: 'not_run', untried: 'not_tried' } as const

/** The account of each part of a change. A part of which nothing is known is unseen. */
export const accountsOf = (of: TriedParts): readonly PartAccount[] => {
  const { parts, known, tried, outcomes } = of
  const outcomeOf = new Map(tried.map((part, at) => [part, outcomes?.[at] ?? 'untried']))
  const first = parts.map((part, at): PartAccount => {
    const account = known[at]
    if (account) return account
    if (!part.canBeUndone) return { account: 'unseen', reason: isTextPart(part) ? 'not_undone' : 'not_run' }
    if (!outcomes) return { account: 'unseen', reason: 'not_run' }
    const outcome = outcomeOf.get(at) ?? 'untried'
    if (outcome === 'needed') return { account: 'needed' }
    if (outcome === 'own') return part.isGuard ? { account: 'unseen', reason: 'guard' } : { account: 'own' }
    return { account: 'unseen', reason: reasonOf[outcome] }
  })
  const withFailures = first.map((account, at) =>
    isUntriedFailure(parts, first, at) ? ({ account: 'own', isUntriedFailure: true } as const) : account,
  )
  const untold = untoldOf(of)
  return withFailures.map((account, at) => importAccount(parts, withFailures, at) ?? untold.get(at) ?? account)
}

/** Needed parts with a value that no test distinguishes from another value, or that was not tried in time. */
const untoldOf = ({ tried, alterations, outcomes }: TriedParts): ReadonlyMap<number, PartAccount> => {
  const accounts = new Map<number, PartAccount>()
  let next = tried.length
  for (const { part, line, is, others } of alterations) {
    const ends = others.map((_, at) => outcomes?.[next + at] ?? 'untried')
    next += others.length
    if (outcomes?.[tried.indexOf(part)] !== 'needed' || ends.some((end) => end === 'needed' || end === 'own')) continue
    if (ends.every((end) => end === 'survived'))
      accounts.set(part, { account: 'unseen', reason: 'not_told', untold: { line, is, other: others[0]! } })
    else if (!accounts.has(part)) accounts.set(part, { account: 'unseen', reason: 'not_tried' })
  }
  return accounts
}

/** Whether a part that tests do not notice only fails, or makes more fail, in a function or script that is new and that tests need. */
const isUntriedFailure = (parts: readonly JudgedPart[], accounts: readonly PartAccount[], at: number): boolean => {
  if (accounts[at]!.reason !== 'not_noticed' || parts[at]!.isNarrowing) return false
  let fails = false
  for (let next: number | undefined = at; next !== undefined; next = parts[next]!.within) {
    const part = parts[next]!
    fails ||= part.isFailure
    if (fails && part.isFunction && next !== at) return ['needed', 'own'].includes(accounts[next]!.account)
  }
  const { path, isOfNewScript } = parts[at]!
  return (
    fails && isOfNewScript && parts.some((part, other) => part.path === path && accounts[other]!.account === 'needed')
  )
}

/** An import that no test notices does what its users do: it has the account of the least known of them. */
const importAccount = (
  parts: readonly JudgedPart[],
  accounts: readonly PartAccount[],
  at: number,
): PartAccount | undefined => {
  const { path, imports } = parts[at]!
  if (accounts[at]!.reason !== 'not_noticed' || imports.length === 0) return undefined
  const users = parts.flatMap((part, other) =>
    other !== at && part.path === path && part.imports.length === 0 && imports.some((name) => hasName(part.added, name))
      ? [accounts[other]!]
      : [],
  )
  return users.length > 0 && users.every(({ account }) => account !== 'unseen') ? { account: 'own' } : undefined
}

const hasName = (text: string, name: string) => new RegExp(`(?<![\\w$])${RegExp.escape(name)}(?![\\w$])`).test(text)
