const nameMost = 200

/** What a person's own workspace is called until they call it otherwise. */
export const workspaceNameOf = (personName: string): string => {
  const suffix = '’s workspace'
  return `${Array.from(personName.trim())
    .slice(0, nameMost - suffix.length)
    .join('')}${suffix}`
}
