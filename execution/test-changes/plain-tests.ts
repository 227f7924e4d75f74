import type { FileChange, Finding } from './change.ts'
import type { Request } from './request.ts'
import { isFixture, isTestPath } from './test-paths.ts'
import { shapeOf, valuesIn } from './values.ts'

const linesMost = 5_000
/** Words that end a script, or store its result: a wanted 0 is never meant for these. */
const deciding = /\b(?:exit|return|set|trap|true|false|skip)\b|\w=\S/

/**
 * The first line of a test script, or of what tests read, that differs as the request asks: by a new name, or by values
 * that it names as the result. Undefined if any line differs otherwise. No comments are left out, since a script may
 * hold its data in lines that look like them.
 */
export const plainTest = ({ path, text }: FileChange, request: Request): Finding[] | undefined => {
  if (text.kind !== 'modified' || text.before === undefined || text.after === undefined) return undefined
  if (!isTestPath(path) && !isFixture(path)) return undefined
  const was = text.before.split('\n')
  const is = text.after.split('\n')
  if (was.length !== is.length || was.length > linesMost) return undefined
  const changed = was.flatMap((one, at) => changesIn(request.renamed(one), is[at]!, request) ?? [undefined])
  if (!changed.every((one) => one !== undefined)) return undefined
  // One result in the place of several values would be what the product prints, and no longer what it computes.
  if (new Set(changed.map(({ now }) => now)).size !== new Set(changed.map(({ old, now }) => `${old}\0${now}`)).size)
    return undefined
  const line = was.findIndex((one, at) => one !== is[at]) + 1
  return [
    {
      kind: 'test_adapted',
      level: 'note',
      path,
      line: Math.max(line, 1),
      reason: `${path} differs from line ${Math.max(line, 1)} on by names or results that the request asks for, and by nothing else.`,
    },
  ]
}

interface ChangedValue {
  readonly old: string
  readonly now: string
}

/** The values that differ in a line; undefined if it differs otherwise, or by a value that is no wanted one. */
const changesIn = (was: string, is: string, request: Request): ChangedValue[] | undefined => {
  if (was === is) return []
  if (deciding.test(was) || shapeOf(was) !== shapeOf(is)) return undefined
  const before = valuesIn(was)
  const changed = valuesIn(is).flatMap((now, at) => (now === before[at] ? [] : [{ old: before[at]!, now }]))
  return changed.every(({ now }) => request.wants(now) || request.results(now)) ? changed : undefined
}
