import { readFile } from 'node:fs/promises'
import { decodeLines, isBinary } from '../../../../packages/charsets/index.ts'
import { resolvePath } from '../path.ts'
import { bounded } from '../text.ts'
import type { WorktreeContext } from './repository-map.ts'

const forAgents = /^(AGENTS\.override\.md|AGENTS\.md|CLAUDE\.md|\.cursorrules)$/
const forPeople = /^(CONTRIBUTING(\.md|\.rst|\.txt)?|\.github\/CONTRIBUTING\.md|docs\/CONTRIBUTING\.md)$/i
const readme = /^README(\.md|\.rst|\.txt)?$/i
const nestedMost = 20

/** AGENTS.md and its like from the root, CONTRIBUTING and the README on building, as many bytes as fit. */
export const repositoryWords = async (place: WorktreeContext, files: readonly string[], bytesMost: number) => {
  const wanted = [forAgents, forPeople, readme].flatMap((form) => files.filter((file) => form.test(file)))
  const seen = new Set<string>()
  let text = ''
  for (const file of wanted) {
    const whole = await textOf(place, file)
    const words = (readme.test(file) ? buildSections(whole) : whole).trim()
    const room = bytesMost - Buffer.byteLength(text) - 100
    if (words === '' || seen.has(words) || room < 500) continue
    seen.add(words)
    text += `${text === '' ? '' : '\n\n'}=== ${file}\n${bounded(words, room)}`
  }
  const nested = files.filter((file) => /\/(AGENTS|CLAUDE)\.md$/.test(file)).slice(0, nestedMost)
  if (nested.length === 0) return text
  return `${text}\n\n=== Folders with such a file of their own, to be read before changing what is there\n${nested.join('\n')}`.trim()
}

// A link that leads out of the worktree, or something else than a file, has no words.
const textOf = async ({ root }: WorktreeContext, file: string): Promise<string> => {
  try {
    const { absolute } = await resolvePath(root, file)
    const bytes = await readFile(absolute)
    return isBinary(bytes) ? '' : decodeLines(bytes.subarray(0, 256 * 1024))
  } catch {
    return ''
  }
}

const heading = /^(#{1,6})\s(.*)$/s
const building = /\b(install|build|develop|test|set-?up|getting started|quick ?start|contribut|lint|run)/i

/** The sections whose heading names installing, building, testing or developing, with the text below them. */
export const buildSections = (text: string): string => {
  const lines: string[] = []
  let depth = 0
  let fenced = false
  for (const line of text.split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced
    const [, marks, title] = fenced ? [] : (heading.exec(line) ?? [])
    if (marks && (depth === 0 || marks.length <= depth)) depth = building.test(title!) ? marks.length : 0
    if (depth > 0) lines.push(line)
  }
  return lines.join('\n')
}
