const failuresMost = 200

/** A failed cycle, and when it failed: a later failure of the same cycle waits again. */
export interface CycleFailure {
  readonly id: string
  readonly statusChangedAt: string
}

const nameOf = ({ id, statusChangedAt }: CycleFailure) => `${id} ${statusChangedAt}`

const namesIn = (text: string) => text.split('\n').filter((name) => name !== '')

/** The newest names, with one more or without it; the oldest are left out where there are too many. */
export const changedNames = (text: string, failure: CycleFailure, isDismissed: boolean): string => {
  const name = nameOf(failure)
  const others = namesIn(text).filter((one) => one !== name)
  return [...others, ...(isDismissed ? [name] : [])].slice(-failuresMost).join('\n')
}

/** Tells whether the stored text names a failure as dismissed. */
export const isDismissedIn = (text: string): ((failure: CycleFailure) => boolean) => {
  const names = new Set(namesIn(text))
  return (failure) => names.has(nameOf(failure))
}
