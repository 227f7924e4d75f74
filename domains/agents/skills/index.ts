export { skillsOfRun } from './for-runs.ts'
export { forgetSkillsOf, skillsTakenBy, takeSkills } from './store.ts'
