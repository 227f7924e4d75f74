import type { Command } from 'commander'
import { editsBetween } from '../../platform/configuration/nearest-name.ts'

/**
 * The command that was meant, where a word is no command of its group and the group took it for an argument of its own
 * default: `models found` for `models foud`. Undefined if none is near, or if nothing was mistyped.
 */
export const meantCommand = (program: Command, words: readonly string[]): string | undefined => {
  let group = program
  const path: string[] = []
  for (const word of words.filter((one) => !one.startsWith('-'))) {
    const next = group.commands.find((one) => one.name() === word)
    if (!next) return nearestOf(group, word, path)
    group = next
    path.push(word)
  }
  return undefined
}

const nearestOf = ({ commands }: Command, word: string, path: readonly string[]): string | undefined => {
  const names = commands.map((one) => one.name())
  const editsMost = Math.max(1, Math.floor(word.length / 3))
  const near = names
    .map((name) => ({ name, edits: editsBetween(word, name) }))
    .filter(({ edits }) => edits <= editsMost)
    .sort((one, other) => one.edits - other.edits)[0]
  return near && [...path, near.name].join(' ')
}
