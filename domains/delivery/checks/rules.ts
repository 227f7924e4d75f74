/** On the base, over the change, with the tests of the base over the change, and with those of the change on the base. */
export const checkPhases = ['base', 'task', 'base_tests', 'new_tests'] as const
export type CheckPhase = (typeof checkPhases)[number]

/** How often the checks of one run of a task can be asked for again, all of them together. */
export const rerunsMost = 20
