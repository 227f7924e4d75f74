import { findingOn, shownMost, type Change, type FileChange, type Finding } from '../change.ts'
import { addedHits, hitsIn, lineText } from '../hits.ts'
import { languageOf } from '../languages.ts'
import { isEvidence } from '../test-paths.ts'

// Comparisons in constant time, escaping, verification and access, and writes that outlive a crash.
const guards = new RegExp(
  `\\b(?:${[
    'timingSafeEqual|compare_digest|ConstantTime\\w+|constant_time_\\w+|(?:fixed_length_)?secure_compare|hash_equals|FixedTimeEquals',
    '(?:html)?escape(?!d)\\w*|Escape(?!d)\\w+|\\w+Escape(?!d)\\w*|htmlspecialchars|htmlentities|sanitize(?!d)\\w*|Sanitize(?!d)\\w*|shlex[.]quote',
    '(?:verify|authori[sz]e|authenticate)(?![a-z])\\w*|(?:Verify|Authori[sz]e|Authenticate)(?![a-z])\\w*',
    'f(?:data)?sync(?:Sync)?|sync_(?:all|data)',
  ].join('|')})(?=\\s*\\()`,
  'g',
)

/**
 * Calls to functions that protect others, if a change leaves fewer of them: no test notices if a comparison takes less
 * time, an escape is missing or a write is lost. Calls that move to another file are still there.
 */
export const removedGuards = (change: Change): Finding[] => {
  const before = change.files.flatMap((file) => (file.after ? guardsOf(file, 'before') : []))
  const after = change.files.flatMap((file) => guardsOf(file, 'after'))
  const gone = Map.groupBy(
    addedHits(after, before, ({ name }) => name),
    ({ file }) => file,
  )
  return [...gone.values()].flatMap((all) => all.slice(0, shownMost).map(findingOf))
}

const findingOf = ({ file: { path }, name, source }: ReturnType<typeof guardsOf>[number]): Finding => {
  const reason = `${path} calls “${name}” less often than before. What was there: “${source.slice(0, 100)}”.`
  return findingOn(path, 'guard_removed', reason)
}

const guardsOf = (file: FileChange, at: 'before' | 'after') => {
  const side = file[at]
  const language = side && languageOf(side.path)
  if (!side || !language || language === 'hash' || isEvidence(side.path)) return []
  const { raw, code } = side.views
  return hitsIn(code, guards).map(({ found, index }) => ({ file, name: found, source: lineText(raw, index) }))
}
