/**
 * On the base, over the change, with the tests of the base over the change, and with the change's tests on the base.
 */
export const checkPhases = ['base', 'task', 'base_tests', 'new_tests'] as const
export type CheckPhase = (typeof checkPhases)[number]

/** How often the checks of a task's run can be requested again, in total. */
export const rerunsMost = 20
