import type { EndContext, RunEnd } from '../../../platform/jobs/index.ts'
import { deploymentRun } from './graph.ts'
import type { DeploymentWork } from './parts.ts'
import { endPictured } from './deploy-cycle.ts'
import { failDeployment } from './record-changes.ts'
import { buildDeployment } from './steps/build-deployment.ts'
import { pictureDeployment } from './steps/picture-deployment.ts'
import { serveDeployment } from './steps/serve-deployment.ts'
import { endPictures } from './store-pictures.ts'

/** One deployment, from a commit to a host that serves it. */
export const deploymentWorkflow = (parts: DeploymentWork) =>
  deploymentRun.workflow({
    first: 'build',
    steps: { build: buildDeployment(parts), deploy: serveDeployment(parts), picture: pictureDeployment(parts) },
    ended,
  })

/** A run that the engine itself ended, such as one whose process died again and again, is a failure for people too. */
const ended = async ({ tx, run, now }: EndContext, end: RunEnd): Promise<void> => {
  if (end.status === 'finished') return
  const message =
    end.status === 'failed'
      ? 'Something went wrong on our side. Deploy it again.'
      : 'It was stopped before it was served.'
  await failDeployment(tx, run.subjectId, { code: 'stopped', message }, now)
  await endPictures(tx, run.subjectId, 'browser_failed')
  await endPictured(tx, run.subjectId, now)
}
