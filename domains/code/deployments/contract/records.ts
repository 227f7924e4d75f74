import { Type } from 'typebox'
import {
  CommitSha,
  Id,
  maybe,
  namedObject,
  oneOf,
  text,
  Time,
  described,
  exampleText,
} from '../../../../platform/contract/schema.ts'
import { deploymentKinds, deploymentStatuses, expiryReasons } from '../rules.ts'

const address = () => Type.String({ format: 'uri', examples: ['http://k3v9x2m4q7t1b8zc.preview.localhost:4310'] })
const since = (description: string) => maybe(described(Time, description))

/** Fields only for the agency: absent for clients. */
const agencyFields = {
  build: Type.Optional(
    maybe(
      namedObject('DeploymentBuild', {
        kind: oneOf(['static', 'node', 'python', 'dockerfile']),
        foundBy: exampleText(
          'How the server found out how to build and serve it.',
          'package.json has the scripts build and start.',
        ),
        commands: Type.Array(Type.String(), {
          description: 'The commands that build it.',
          examples: [['npm run build']],
        }),
        start: maybe(
          exampleText(
            'The command that serves it; null for a static site and for the command of an image.',
            'npm run start',
          ),
        ),
        healthPath: exampleText('The path of the readiness check.', '/'),
      }),
    ),
  ),
  failure: Type.Optional(
    maybe(
      namedObject('DeploymentFailure', {
        code: oneOf(['build_failed', 'start_failed', 'stopped']),
        message: exampleText(
          'What went wrong.',
          'The build command “npm run build” ended with exit code 1. The log has the reason.',
        ),
      }),
    ),
  ),
  canRollBack: Type.Optional(
    Type.Boolean({ description: 'Whether its build is kept and can be served again by `rollbackDeployment`.' }),
  ),
  undecided: Type.Optional(
    Type.Boolean({
      description:
        'Whether it was built for pictures of a change, or of its base, about which a person had yet to decide.',
    }),
  ),
  buildRemovedAt: Type.Optional(
    since('When its build was removed to make room; null while it is kept, and if it has none.'),
  ),
}

export const Deployment = namedObject('Deployment', {
  id: Id,
  projectId: Id,
  kind: oneOf(deploymentKinds),
  cycleId: maybe(Id),
  repoId: Id,
  commitSha: maybe(CommitSha),
  status: oneOf(deploymentStatuses),
  url: Type.String({
    ...address(),
    description: 'The address that serves it. Opening it needs a link from `openDeployment`.',
  }),
  minInstances: Type.Integer({
    minimum: 0,
    description: 'With 1 or more its program runs without requests; with 0 it sleeps when nobody asks for it.',
  }),
  rollbackOf: maybe(Id),
  expiredBecause: maybe(oneOf(expiryReasons)),
  ...agencyFields,
  createdAt: Time,
  statusChangedAt: described(Time, 'When it came to its status.'),
  liveAt: since('When it went live; null if it never did.'),
  expiresAt: since('Until when a cycle preview is served; null for no end.'),
})

export const RedeployPreview = namedObject('RedeployPreview', {
  projectId: text(1, 100, { examples: ['019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11'] }),
  kind: Type.Optional(oneOf(['project', 'production'])),
  minInstances: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  repoId: Type.Optional(text(1, 100, { examples: ['019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11'] })),
})

export const DeploymentAccepted = namedObject('DeploymentAccepted', {
  id: Id,
  projectId: Id,
  kind: oneOf(deploymentKinds),
  status: oneOf(deploymentStatuses),
  url: address(),
})

export const DeploymentTouched = namedObject('DeploymentTouched', {
  id: Id,
  extended: Type.Boolean({ description: 'Whether the touch moved the end of a cycle preview.' }),
  expiresAt: since('Until when it is served; null for no end.'),
})

export const OpenedDeployment = namedObject('OpenedDeployment', {
  url: Type.String({ ...address(), description: 'The link. It lets its reader in for an hour at most.' }),
  expiresAt: described(Time, 'Until when the link can be opened.'),
})

export const DeploymentLog = namedObject('DeploymentLog', {
  text: exampleText('Lines of the log, oldest first.', '> build\nBuilt in 2.1 s\n'),
  next: maybe(exampleText('Send it as `after` for the lines that follow; null without further lines.', '17')),
  isTruncated: Type.Boolean({ description: 'Whether earlier lines were dropped.' }),
})
