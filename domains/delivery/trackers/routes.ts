import listProjectLinearSessions from './operations/list-project-linear-sessions.ts'

export default () => ({ listProjectLinearSessions })
