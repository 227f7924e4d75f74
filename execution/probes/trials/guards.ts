import { viewsOf, type Language } from '../../test-changes/index.ts'
import { isAlikeAny, pairsOfHunk, type Hunk } from './hunks.ts'

const guardsMost = 6
const head = /^[ \t]*(?:\}[ \t]*else[ \t]+)?(?:if|elif|unless)\b/
const exit = /\b(?:return|throw|raise|panic|continue|break|exit)\b/
const linesMost = 12

/**
 * Guards that a hunk removes: an `if` that leaves the function, the loop or the program. Each is a hunk of its own that
 * has the guard as it was: in the place of the line that it was rewritten to, else beside all new lines.
 */
export const guardsOfHunk = (hunk: Hunk, language: Language | undefined): readonly Hunk[] => {
  if (hunk.added.length === 0 || hunk.removed.length < 2) return []
  const code = viewsOf(hunk.removed.join('\n'), language).code.split('\n')
  const isGuard = (line: string | undefined) => line !== undefined && head.test(line)
  const pairs = pairsOfHunk(hunk).filter(([, is]) => isGuard(hunk.added[is]))
  const guards: Hunk[] = []
  for (const [at, line] of code.entries()) {
    if (guards.length === guardsMost) break
    if (!isGuard(line)) continue
    const length = lengthOfBlock(code.slice(at, at + linesMost), language)
    if (!exit.test(code.slice(at, at + length).join('\n'))) continue
    const pair = pairs.find(([was]) => was === at)
    if (pair) {
      const [, is] = pair
      const place = hunk.start + is
      if (hunk.removed[at] !== hunk.added[is])
        guards.push({ start: place, end: place + 1, removed: [hunk.removed[at]!], added: [hunk.added[is]!] })
      continue
    }
    const removed = hunk.removed.slice(at, at + length)
    if (isAlikeAny(removed[0]!, hunk.added.filter(isGuard))) continue
    const place = hunk.start + placeFor(code.slice(at, at + length), hunk.added)
    guards.push({ start: place, end: place, removed, added: [] })
  }
  return guards
}

/** How many lines an `if` has: up to its last bracket, or those that are deeper than its first line. */
const lengthOfBlock = (lines: readonly string[], language: Language | undefined): number => {
  if (language === 'python') {
    const own = /^[ \t]*/.exec(lines[0]!)![0].length
    const end = lines.findIndex((line, at) => at > 0 && /^[ \t]*/.exec(line)![0].length <= own)
    return end < 0 ? lines.length : end
  }
  let depth = 0
  for (const [at, line] of lines.entries()) {
    for (const letter of line) depth += '([{'.includes(letter) ? 1 : ')]}'.includes(letter) ? -1 : 0
    if (depth <= 0 && (at > 0 || exit.test(line))) return at + 1
  }
  return lines.length
}

/** Behind the last of the new lines that gives a name of the guard its value. */
const placeFor = (guard: readonly string[], added: readonly string[]): number => {
  const names = [...new Set(guard.join('\n').match(/[A-Za-z_$][\w$]*/g))]
    .slice(0, 30)
    .map((name) => new RegExp(`(?<![\\w$.])${RegExp.escape(name)}(?![\\w$])`))
  const isSet = (line: string) => targetsIn(line).some((target) => names.some((name) => name.test(target)))
  return added.findLastIndex(isSet) + 1
}

/** The texts before each single sign of equality, from the sign or the bracket before it on. */
const targetsIn = (line: string): readonly string[] =>
  line.split(/(?<=[=(])/).filter((text, at, all) => text.endsWith('=') && all[at + 1]?.startsWith('=') !== true)
