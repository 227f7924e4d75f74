/** The first letters of a person's first and last name. */
export const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => Array.from(word)[0] ?? '')
    .filter((_, at, all) => at === 0 || at === all.length - 1)
    .join('')
    .toUpperCase()

/** The first letter of a workspace's name. */
export const initial = (name: string): string => Array.from(name.trim())[0]?.toUpperCase() ?? 'A'
