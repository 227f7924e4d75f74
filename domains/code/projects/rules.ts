import type { UpdateProject } from './contract.ts'
import type { ProjectRow } from './tables.ts'
import { shownLine, type Static } from '../../../platform/contract/schema.ts'
import { microsAfter } from './rules/caps.ts'

/** A project after a change: fields left out keep their value, null clears a cap. */
export const changed = (row: ProjectRow, change: Static<typeof UpdateProject>, now: Date): ProjectRow => {
  const { costCapUsd, ...fields } = change
  return {
    ...row,
    ...(fields as Partial<ProjectRow>),
    costCapMicros: microsAfter(row.costCapMicros, costCapUsd),
    ...(Object.keys(change).length > 0 && { updatedAt: now }),
  }
}

const nameMost = 60

/** The name of a project that came without one: the first line of its brief. */
export const nameFor = (brief: string | undefined): string => {
  const line = (brief ?? '')
    .split('\n')
    .map(shownLine)
    .find((part) => part !== '')
  return line ? shorten(line) : 'Untitled project'
}

const shorten = (line: string) => {
  const letters = Array.from(line)
  if (letters.length <= nameMost) return line
  const start = letters.slice(0, nameMost - 1).join('')
  return `${start.trimEnd()}…`
}

const writtenHandle = /^\s*([a-z]{2,4}-[1-9]\d{0,8})\s*$/i

/** A handle of a cycle or task as people write it, in the letters that rows have; undefined for other texts. */
export const parseHandle = (text: string): string | undefined => writtenHandle.exec(text)?.[1]?.toUpperCase()
