const nameMost = 200
export const ownWorkspaceSuffix = '’s workspace'

/** What a person's own workspace is called until they call it otherwise. */
export const workspaceNameOf = (personName: string): string =>
  `${Array.from(personName.trim())
    .slice(0, nameMost - ownWorkspaceSuffix.length)
    .join('')}${ownWorkspaceSuffix}`
