import { Type } from 'typebox'
import { graph } from '../../../../platform/jobs/index.ts'

/** The autonomous run of a project. `forgiven` is the last cycle when a cap was raised: its refusal counts no more. */
export const projectRunGraph = graph('project', {
  advance: { payload: Type.Object({ forgiven: Type.Optional(Type.String()) }), to: [] },
})
