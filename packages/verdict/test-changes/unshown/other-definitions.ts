import { findingAt, shownMost, type Change, type FileChange, type Finding, type Side } from '../change.ts'
import type { Guard } from '../guards/guard.ts'
import { guardsIn } from '../guards/places.ts'
import { addedHits } from '../hits.ts'
import { isEvidence } from '../test-paths.ts'

const found: Readonly<Partial<Record<Guard['kind'], { readonly kind: string; readonly does: string }>>> = {
  defined_twice: { kind: 'name_defined_twice', does: 'defines a name that the same place defines already' },
  foreign_name: { kind: 'foreign_name_set', does: 'sets a name that another module or the language defines' },
}

/** Definitions that a change adds and that take the place of others, whose lines stay as they were. */
export const otherDefinitions = ({ files }: Change): Finding[] =>
  files.flatMap((file) => {
    if (isEvidence(file.path)) return []
    const added = addedHits(definitionsIn(file.before), definitionsIn(file.after), ({ key }) => key)
    return added.slice(0, shownMost).map((one) => findingOf(file, one))
  })

const definitionsIn = (side: Side | undefined) =>
  (side ? guardsIn(side) : []).flatMap(({ kind, line, start, end }) => {
    const source = side!.views.raw.slice(start, Math.min(end, start + 120)).replaceAll(/\s+/g, ' ')
    return kind in found ? [{ kind, line, source, key: `${kind} ${source}` }] : []
  })

/** Another function, or a member of a built-in. A value that modules share is only listed. */
const replaces =
  /=\s?(?:async\s)?(?:function\b|lambda\b|\(|\w+\s?=>|(?!(?:true|false|null|undefined|None|True|False)$)[A-Za-z_$][\w$]*$)|^(?:Object|Reflect)[.]|^setattr\b|[.]prototype\b|^(?:builtins|sys)[.]/

/** The exit status of a new program, whose account asks whether tests look at it; an old program gets another end. */
const exitCode = /^process[.]exitCode\s?=/

const findingOf = ({ path, before }: FileChange, one: ReturnType<typeof definitionsIn>[number]): Finding => {
  const { kind, does } = found[one.kind]!
  const isOwnEnd = before === undefined && exitCode.test(one.source)
  const level = one.kind === 'defined_twice' || (replaces.test(one.source) && !isOwnEnd) ? 'ask' : 'note'
  return findingAt(path, one.line, kind, `${does}: “${one.source}”.`, level)
}
