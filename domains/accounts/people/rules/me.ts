const nameMost = 200
export const ownWorkspaceSuffix = '’s workspace'

/** The name of a person's own workspace until they rename it. */
export const workspaceNameOf = (personName: string): string =>
  `${Array.from(personName.trim())
    .slice(0, nameMost - ownWorkspaceSuffix.length)
    .join('')}${ownWorkspaceSuffix}`
