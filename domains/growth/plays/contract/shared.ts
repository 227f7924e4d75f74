import { conflict, resource, to } from '../../../../platform/contract/index.ts'

export const ofProject = to('agency', resource('growth_project', 'params.projectId'))
export const ofPlay = to('agency', resource('growth_play', 'params.playId'))

export const archived = conflict({
  code: 'growth_project_archived',
  message: 'This growth project is archived. Take it out of the archive first.',
})
export const playArchived = conflict({
  code: 'growth_play_archived',
  message: 'This play is archived and does not change any more.',
})
