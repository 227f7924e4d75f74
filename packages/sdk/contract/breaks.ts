import { misfits, type Direction } from './fit.ts'
import type { Schema, Snapshot, SnapshotAnswer, SnapshotOperation } from './snapshot.ts'

/** A feature that a program which was written for a released contract could no longer rely on. */
export interface Break {
  readonly operation: string
  readonly what: string
}

/**
 * The breaks of `current` for a program that was written for `released`. An operation, or a field, that the release
 * announced as deprecated may change or go. Allowed at any time: new operations, new fields that may be left out, new
 * fields and words in answers, wider limits, and other error codes.
 */
export const breaksBetween = (released: Snapshot, current: Snapshot): Break[] =>
  Object.entries(released.operations).flatMap(([operation, before]) => {
    if (before.deprecated) return []
    const now = current.operations[operation]
    const found = now ? changesOf({ released, current }, before, now) : ['it is gone']
    return found.map((what) => ({ operation, what }))
  })

interface Versions {
  readonly released: Snapshot
  readonly current: Snapshot
}

const changesOf = (versions: Versions, before: SnapshotOperation, now: SnapshotOperation): string[] => [
  ...(before.method === now.method && before.path === now.path ? [] : [`it is ${now.method} ${now.path}`]),
  ...(isAsRepeatable(before, now) ? [] : [`it cannot be sent again as before: ${before.replay}, now ${now.replay}`]),
  ...requestChanges(versions, before.query, now.query, 'query'),
  ...bodyChanges(versions, before, now),
  ...answerChanges(versions, before, now),
]

const isAsRepeatable = ({ replay: before }: SnapshotOperation, { replay: now }: SnapshotOperation) =>
  before === now || before === 'never'

const bodyChanges = (versions: Versions, before: SnapshotOperation, now: SnapshotOperation): string[] => {
  const lost = (before.upload ?? []).filter((type) => !now.upload?.includes(type)).map((type) => `it takes no ${type}`)
  const isNeeded = now.body && !now.isBodyOptional && (!before.body || before.isBodyOptional)
  if (isNeeded && !before.upload) return ['its body is required']
  return [...lost, ...requestChanges(versions, before.body, now.body, 'body')]
}

/** Requests that were valid before have to be accepted now. An undeclared part can lose nothing. */
const requestChanges = (
  versions: Versions,
  before: Schema | undefined,
  now: Schema | undefined,
  part: string,
): string[] => {
  if (!before) return now?.required?.length ? [`${part}.${now.required.join(`, ${part}.`)} is required`] : []
  // A query that is not declared is ignored; a body is refused.
  if (!now)
    return part === 'query'
      ? Object.keys(before.properties ?? {}).map((name) => `query.${name} is ignored`)
      : [`it takes no ${part}`]
  return wordsOf(versions, { before, now, direction: 'request' }).map((what) => `${part}: ${what}`)
}

const wordsOf = (
  { released, current }: Versions,
  { before, now, direction }: { readonly before: Schema; readonly now: Schema; readonly direction: Direction },
): string[] => {
  const old = { schema: before, records: released.records }
  const fresh = { schema: now, records: current.records }
  return direction === 'request' ? misfits(old, fresh, direction) : misfits(fresh, old, direction)
}

const answerChanges = (versions: Versions, before: SnapshotOperation, now: SnapshotOperation): string[] => {
  const jsons = Object.values(before.answers).flatMap(({ json }) => (json ? [json] : []))
  const former: Schema | undefined = jsons.length === 0 ? undefined : { anyOf: jsons }
  const json = Object.values(now.answers).flatMap((answer) => {
    if (!answer.json) return []
    if (!former) return ['it answers with JSON']
    return wordsOf(versions, { before: former, now: answer.json, direction: 'answer' }).map((what) => `answer: ${what}`)
  })
  const has = (operation: SnapshotOperation, kind: keyof SnapshotAnswer) =>
    Object.values(operation.answers).some((answer) => answer[kind] !== undefined)
  const lost = (['json', 'bytes', 'events'] as const).filter((kind) => has(before, kind) && !has(now, kind))
  const resumes = has(before, 'resumes') && !has(now, 'resumes') ? ['its stream does not resume'] : []
  return [
    ...json,
    ...lost.map((kind) => `it answers with no ${kind}`),
    ...resumes,
    ...eventChanges(versions, before, now),
  ]
}

const eventChanges = (versions: Versions, before: SnapshotOperation, now: SnapshotOperation): string[] => {
  const eventsOf = ({ answers }: SnapshotOperation): Readonly<Record<string, Schema>> =>
    Object.assign({}, ...Object.values(answers).map(({ events }) => events)) as Record<string, Schema>
  const fresh = eventsOf(now)
  return Object.entries(eventsOf(before)).flatMap(([name, schema]) => {
    const data = fresh[name]
    if (!data) return [`its stream has no ${name}`]
    return wordsOf(versions, { before: schema, now: data, direction: 'answer' }).map((what) => `event ${name}: ${what}`)
  })
}

/** The ids of operations by their changes since a release. */
export type Changes = ReturnType<typeof changesBetween>

/** The changes between two versions, for the changelog. */
export const changesBetween = (released: Snapshot, current: Snapshot) => {
  const before = released.operations
  const now = current.operations
  const both = Object.keys(now).filter((id) => before[id])
  const shapeOf = (id: string, { operations, records }: Snapshot) => whole(operations[id]!, records)
  return {
    added: Object.keys(now).filter((id) => !before[id]),
    changed: both.filter((id) => shapeOf(id, released) !== shapeOf(id, current)),
    deprecated: both.filter((id) => now[id]!.deprecated && !before[id]!.deprecated),
    removed: Object.keys(before).filter((id) => !now[id]),
  }
}

/** An operation as text with the records that it uses, without its words. */
const whole = (
  { summary: _, deprecated: _announced, ...operation }: SnapshotOperation,
  records: Snapshot['records'],
): string => {
  const used = new Map<string, Schema | undefined>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { $ref } = value as Schema
    if (typeof $ref === 'string' && !used.has($ref)) {
      used.set($ref, records[$ref])
      visit(records[$ref])
    }
    Object.values(value).forEach(visit)
  }
  visit(operation)
  return JSON.stringify([operation, [...used].sort(([a], [b]) => (a < b ? -1 : 1))])
}
