/** The project of a command that works on one. */
export const project = [
  '--project <name or id>',
  'which project; by default the one that this folder was imported as',
] as const

/** The cycle of a command that works on one. */
export const cycle = [
  '[cycle]',
  'id of a cycle, or its beginning or end; by default the newest of the project of this folder',
] as const

/** For an option that occurs more than once: its values in their order. */
export const several = (value: string, before: readonly string[] = []) => [...before, value]
