import { advance, type ProjectRunParts } from './advance.ts'
import { projectRunEnded } from './end.ts'
import { projectRunGraph } from './graph.ts'

/** The autonomous run of a project: it continues until it is stopped. */
export const projectWorkflow = (parts: ProjectRunParts) =>
  projectRunGraph.workflow({
    first: 'advance',
    stepsKept: 100,
    ended: projectRunEnded,
    steps: { advance: advance(parts) },
  })
