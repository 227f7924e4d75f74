import getProjectCycleMetrics from './operations/get-project-cycle-metrics.ts'

export default { getProjectCycleMetrics }
