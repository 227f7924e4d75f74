import { titleMostChars, type CycleStatus } from '../cycles/rules.ts'

/** Where a task goes that is added now: to the run that is under way, or to the next one; else the cycle is closed. */
export const runForNewTasks = (status: CycleStatus): 'run' | 'next' | undefined => {
  if (status === 'running' || status === 'blocked') return 'run'
  return ['draft', 'planning', 'failed', 'stopped'].includes(status) ? 'next' : undefined
}

/** The first line of a description, without the marks of a heading: the title of a task that was given none. */
export const titleFrom = (description: string): string => {
  const lines = description.split('\n').map((line) => line.replace(/^[#\s]+/, '').trim())
  const first = lines.find((line) => line !== '') ?? 'A task'
  return first.length <= titleMostChars ? first : `${first.slice(0, titleMostChars - 1).toWellFormed()}…`
}
