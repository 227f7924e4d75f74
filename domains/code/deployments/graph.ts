import { graph, NoPayload } from '../../../platform/jobs/index.ts'

/** A deployment is built, served and pictured; a rollback begins with a build that is kept. */
export const deploymentRun = graph('deployment', {
  build: { payload: NoPayload, to: ['deploy'] },
  deploy: { payload: NoPayload, to: ['picture'] },
  picture: { payload: NoPayload, to: [] },
})
