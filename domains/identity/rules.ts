/** The form under which all spellings of one mail address are the same: NFKC, trimmed, in small letters. */
export const normalEmail = (email: string): string => email.normalize('NFKC').trim().toLowerCase().normalize('NFKC')

const nameMost = 200

/** What a person's own workspace is called until they call it otherwise. */
export const workspaceNameOf = (personName: string): string => {
  const suffix = '’s workspace'
  return `${Array.from(personName.trim())
    .slice(0, nameMost - suffix.length)
    .join('')}${suffix}`
}
