const nameMost = 200
export const ownWorkspaceSuffix = '’s workspace'

/** The name of a person's own workspace until they rename it. */
export const workspaceNameOf = (personName: string): string =>
  `${Array.from(personName.trim())
    .slice(0, nameMost - ownWorkspaceSuffix.length)
    .join('')}${ownWorkspaceSuffix}`

/** A cycle, and when it failed: a later failure of the same cycle waits again. */
export interface DismissedFailure {
  readonly cycleId: string
  readonly failedAt: string
}

export interface DismissalChange {
  readonly dismissFailure?: DismissedFailure | undefined
  readonly restoreFailure?: DismissedFailure | undefined
}

export const dismissedMost = 200

export const isSameFailure = (one: DismissedFailure, other: DismissedFailure): boolean =>
  one.cycleId === other.cycleId && one.failedAt === other.failedAt

/** The dismissed failures after a change, the newest last; of too many, the oldest are left out. */
export const changedDismissals = (
  dismissed: readonly DismissedFailure[],
  { dismissFailure, restoreFailure }: DismissalChange,
): DismissedFailure[] => {
  const changed = [dismissFailure, restoreFailure].filter((one) => one !== undefined)
  const others = dismissed.filter((one) => !changed.some((other) => isSameFailure(one, other)))
  return (dismissFailure ? [...others, dismissFailure] : others).slice(-dismissedMost)
}
