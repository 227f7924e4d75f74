import { domain } from '../../domain.ts'
import { research } from './contract.ts'
import { type ResearchWork, researchJobActions, recordEnded } from './write-statements.ts'
import handlers from './handlers.ts'
import { namesOfGrowthProjects, findGrowthProject, foundGrowthProjects, growthProjectsOfPerson } from './store.ts'
import { pagesDueIn, removeOldPages, failGrowthRun } from './store-runs.ts'
import type { EndContext, RunEnd } from '../../../platform/jobs/index.ts'
import { researchRun } from './graph.ts'
import { readWebsiteStep } from './steps/read-website.ts'
import { writeBrainStep } from './steps/write-brain.ts'

const message = 'Something went wrong on our side. Start the run again.'

/** A run that the engine itself ended, such as one whose process died again and again, is a failure for people too. */
const ended = async ({ tx, run, now }: EndContext, end: RunEnd): Promise<void> => {
  if (end.status === 'finished') return
  const failed = await failGrowthRun(tx, { id: run.subjectId, code: 'internal', message, now })
  if (failed) recordEnded(tx, failed)
}

export default domain({
  name: 'research',
  contract: research,
  handlers,
  kinds: { growth_project: async (tx, id) => (await findGrowthProject(tx, { id })) && { projectId: null } },
  names: { growth_project: namesOfGrowthProjects },
  workflows: (parts: ResearchWork) => [
    researchRun.workflow({
      first: 'read',
      steps: { read: readWebsiteStep(parts), write: writeBrainStep(parts) },
      ended,
    }),
  ],
  person: { exportIn: async (tx, { userId }) => ({ growthProjects: await growthProjectsOfPerson(tx, { userId }) }) },
  foundByName: { growth: foundGrowthProjects },
  retention: [{ kind: 'growthPages', dueIn: pagesDueIn, remove: removeOldPages }],
  jobActions: researchJobActions,
})
