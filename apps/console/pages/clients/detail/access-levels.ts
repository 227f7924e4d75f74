export const levels = ['none', 'view', 'steer'] as const
export type Level = (typeof levels)[number]

/** The level of a grant in a project. */
export const levelOf = (grant: { readonly canSteer: boolean } | undefined): Level =>
  grant === undefined ? 'none' : grant.canSteer ? 'steer' : 'view'

/** The grants of an invitation, from the level that was chosen for each project. */
export const grantsOf = (chosen: Readonly<Record<string, Level>>) =>
  Object.entries(chosen)
    .filter(([, level]) => level !== 'none')
    .map(([projectId, level]) => ({ projectId, canSteer: level === 'steer' }))
