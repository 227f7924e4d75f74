import type { FileChange, Finding } from './change.ts'
import type { Request } from './request.ts'

const linesMost = 20_000
const key = /^exports\[`([^`]*) \d+`\] = |^# name: (.+)$/

/** The tests of a snapshot whose lines differ by values that the request names; undefined if a line differs otherwise. */
export const snapshotTests = ({ path, text }: FileChange, request: Request): Finding[] | undefined => {
  if (text.kind !== 'modified' || text.before === undefined || text.after === undefined) return undefined
  const was = text.before.split('\n')
  const is = text.after.split('\n')
  if (was.length !== is.length || was.length > linesMost) return undefined
  const names = new Map<string, number>()
  let name: string | undefined
  for (const [at, line] of was.entries()) {
    const begun = key.exec(line)
    name = begun?.[1] ?? begun?.[2] ?? name
    if (line === is[at]) continue
    if (name === undefined || (begun && !is[at]!.startsWith(begun[0])) || !isAskedFor(line, is[at]!, request))
      return undefined
    if (!names.has(name)) names.set(name, at + 1)
  }
  return [...names].map(([test, line]) => ({
    kind: 'expectation_explained',
    level: 'note',
    path: testsOf(path),
    line,
    test: test.replaceAll(' > ', ' › '),
    reason: `The snapshot of “${test}” in ${path}:${line} differs by what the request asks for.`,
  }))
}

/** The file of tests beside which a runner keeps the snapshot. */
const testsOf = (path: string) =>
  path
    .replace(/(^|\/)__snapshots__\//, '$1')
    .replace(/[.](?:snap|snapshot)$/, '')
    .replace(/[.]ambr$/, '.py')

const isAskedFor = (was: string, is: string, request: Request) => {
  let start = 0
  while (start < was.length && start < is.length && was[start] === is[start]) start += 1
  let end = 0
  while (end < was.length - start && end < is.length - start && was.at(-1 - end) === is.at(-1 - end)) end += 1
  while (start > 0 && /\w/.test(is[start - 1]!)) start -= 1
  while (end > 0 && /\w/.test(is[is.length - end]!)) end -= 1
  return request.wants(is.slice(start, is.length - end))
}
